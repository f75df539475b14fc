/** The name that the bench imports, so that type checking needs no install in this folder. */
export class MCPClientManager {}
