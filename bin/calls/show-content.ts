/** Shows content blocks and resources in a terminal; with `--out`, binary content goes to files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isObject } from '../../src/core/util/is-object.ts'
import { cleanLine } from '../command/clean.ts'
import { CommandError } from '../command/errors.ts'
import { dim, type Output } from '../command/output.ts'

export interface ContentSink {
  /** Shows one block of a tool, a prompt or a sampling message. */
  block(block: unknown): Promise<void>
  /** Shows the contents of a resource. */
  resource(contents: unknown): Promise<void>
}

interface SinkOptions {
  output: Output
  /** The folder, or the file if there is one thing to write. */
  out: string | undefined
  /** How many things are binary: a single one may have the name that was given. */
  binaries: number
}

export function createContentSink({ output, out, binaries }: SinkOptions): ContentSink {
  let count = 0
  return { block, resource }

  async function block(value: unknown): Promise<void> {
    if (!isObject(value)) return output.print(dim('(an invalid block)'))
    const { type } = value
    if (type === 'text') return output.print(String(value.text))
    if (type === 'image' || type === 'audio') return save(type, value.data, value.mimeType)
    if (type === 'resource') return resource(value.resource)
    if (type === 'resource_link')
      return output.print(`${cleanLine(String(value.title ?? value.name))}  `, dim(cleanLine(String(value.uri))))
    output.print(JSON.stringify(value, undefined, 2))
  }

  async function resource(value: unknown): Promise<void> {
    if (!isObject(value)) return output.print(dim('(invalid contents)'))
    if (typeof value.text === 'string') return output.print(value.text.replace(/\n$/, ''))
    await save(cleanLine(String(value.uri ?? 'resource'), 200), value.blob, value.mimeType)
  }

  async function save(what: string, data: unknown, mimeType: unknown): Promise<void> {
    const bytes = Buffer.from(typeof data === 'string' ? data : '', 'base64')
    const kind = typeof mimeType === 'string' ? cleanLine(mimeType, 100) : 'application/octet-stream'
    const label = `${what}, ${kind}, ${bytes.length} bytes`
    if (out === undefined) return output.print(dim(`(${label}; --out <path> saves it)`))
    count++
    const path = binaries === 1 && !/[\\/]$/.test(out) ? resolve(out) : join(resolve(out), nameOf(count, kind))
    try {
      if (binaries !== 1 || /[\\/]$/.test(out)) await mkdir(resolve(out), { recursive: true })
      await writeFile(path, bytes)
    } catch (error) {
      throw new CommandError(`--out: ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
    }
    output.print(`${label}: ${path}`)
  }
}

/** Blocks and resources whose content is bytes. */
export function countBinaries(values: readonly unknown[]): number {
  return values.filter((value) => {
    if (!isObject(value)) return false
    const contents = isObject(value.resource) ? value.resource : value
    return value.type === 'image' || value.type === 'audio' || typeof contents.blob === 'string'
  }).length
}

/** No part of the name is the server's own choice, except for a short extension. */
function nameOf(number: number, kind: string): string {
  const subtype = /^[\w.-]+\/([a-z\d]+)/i.exec(kind)?.[1]?.toLowerCase() ?? 'bin'
  const extension = { jpeg: 'jpg', mpeg: 'mp3', plain: 'txt', svg: 'svg', octet: 'bin' }[subtype] ?? subtype.slice(0, 8)
  return `content-${number}.${extension}`
}
