/** Express that asks for a token and does not say where to get one; its errors have no CORS headers. `node … <port>`. */
import express from 'express'

const app = express()
app.all('/mcp', (request, response) => {
  if (request.method === 'OPTIONS') {
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Methods': '*',
    })
    return response.status(204).end()
  }
  response.status(401).set('Access-Control-Allow-Origin', '*').json({ error: 'unauthorized' })
})
app.listen(Number(process.argv[2]), '127.0.0.1')
