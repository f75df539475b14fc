/** Loaded before a server: packages are those of the folder in which it runs, pages may call it, and its port is given. */
import { Server as HttpServer, ServerResponse } from 'node:http'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

// Our programs are in one folder, the packages of each SDK in another.
const folder = pathToFileURL(`${process.cwd()}/`).href
const hooks = `
const folder = ${JSON.stringify(folder)}
export function resolve(specifier, context, next) {
  const isOurs = context.parentURL?.includes('/test/chaos/servers/')
  const isPackage = !/^([./]|[a-z]+:)/.test(specifier)
  return next(specifier, isOurs && isPackage ? { ...context, parentURL: folder + 'server.mjs' } : context)
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

// What a gateway in front of the server adds for pages.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-expose-headers': '*',
  'access-control-max-age': '600',
}
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...args) {
  for (const [name, value] of Object.entries(cors)) this.setHeader(name, value)
  // An array of names and values would replace what was set.
  if (Array.isArray(args.at(-1))) args.push([...args.pop(), ...Object.entries(cors).flat()])
  return writeHead.apply(this, args)
}
const { emit } = HttpServer.prototype
HttpServer.prototype.emit = function (name, ...values) {
  const [request, response] = values
  if (name !== 'request' || request.method !== 'OPTIONS') return emit.call(this, name, ...values)
  response.writeHead(204).end()
  return true
}
