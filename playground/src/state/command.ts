/** How a verb of the command is started, as the page shows it. */

/** Whether the package is on npm. Before that, whoever registers its name could run code on users' machines with npx. */
const isPublished: boolean = false

export const commandPlace: string = isPublished ? 'In a terminal:' : 'In a clone of mcp-over-fetch, after npm ci:'

export function writeCommand(verb: string, args: string): string {
  return isPublished ? `npx mcp-over-fetch ${verb} ${args}` : `npm run ${verb} -- ${args}`
}
