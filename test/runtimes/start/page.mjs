/** Starts the suite in a page, which posts the results to its server. */
const post = (path, value) => fetch(path, { method: 'POST', body: JSON.stringify(value) })

try {
  const { createSuite } = await import('./suite.js')
  const request = await (await fetch('/request')).json()
  await createSuite(request).runAll((result) => post('/result', result))
  await post('/end')
} catch (error) {
  await post('/broken', `${error}\n${error.stack}`)
}
