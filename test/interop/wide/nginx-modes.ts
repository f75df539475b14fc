/** An nginx of Debian in front of a server, with and without buffering; its time-out of 60 s runs on the same fast clock. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { startProcess } from '../../support/processes.ts'
import { installPrograms, missingPrograms } from '../../support/programs.ts'
import { accepts } from '../running-server.ts'
import { packages } from './sdk-modes.ts'
import { echo, type Front, SPEED, type WideMode } from './wide-mode.ts'

/** Empty, with a remark, where nginx cannot be installed. */
export async function nginxModes(): Promise<readonly WideMode[]> {
  try {
    const missing = missingPrograms(['nginx'])
    if (missing.length > 0) await installPrograms(missing)
  } catch (error) {
    console.log(`without nginx: ${error}`)
    return []
  }
  const old = ['sessions', 'events', 'sse'].map((way) => ({ version: '1.20.2', way }))
  const recent = ['sessions', 'events', 'json', 'stateless', 'sse'].map((way) => ({ version: '1.32.2', way }))
  return [false, true].flatMap((isBuffered) =>
    [...old, ...recent].map(({ version, way }) => mode(version, way, isBuffered)),
  )
}

function mode(version: string, way: string, isBuffered: boolean): WideMode {
  return {
    name: `nginx, buffering ${isBuffered ? 'on' : 'off'}, sdk ${version}, ${way}`,
    packages: packages(version),
    args: ['sdk.mjs', way, '{port}'],
    path: way === 'sse' ? '/sse' : '/mcp',
    call: echo,
    silentCall: ['echo', { text: 'hello', wait: 70_000 }],
    front: (port) => startNginx(port, isBuffered),
  }
}

async function startNginx(target: number, isBuffered: boolean): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http {
  access_log off; ${paths.join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_buffering ${isBuffered ? 'on' : 'off'};
      proxy_read_timeout ${60_000 / SPEED}ms;
    }
  }
}
`,
  )
  const { stop } = startProcess('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 25))
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
