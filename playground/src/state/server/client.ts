/** The client, in a file of its own that is loaded after the start page has been drawn. */
export { connect } from 'mcp-over-fetch'
