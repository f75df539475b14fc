/** The test script inside the page: operates it by DOM events and reports to the address after the #. */
const reportUrl = location.hash.slice(1)
const problems = []
addEventListener('error', ({ message }) => problems.push(message))
addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
addEventListener('securitypolicyviolation', (event) => problems.push(`${event.violatedDirective} ${event.blockedURI}`))

const post = (path, body = '') => fetch(reportUrl + path, { method: 'POST', mode: 'no-cors', body })
const report = (error) =>
  post('/result', JSON.stringify({ name: 'the page works', ok: !error, ms: 0, ...(error && { error }) }))

/** The first element that matches, as soon as there is one. */
function find(selector, text = '') {
  return new Promise((resolve, reject) => {
    const search = () => [...document.querySelectorAll(selector)].find((element) => element.textContent.includes(text))
    const observer = new MutationObserver(() => search() && settle(() => resolve(search())))
    const timer = setTimeout(() => settle(() => reject(new Error(`There is no ${selector} with ${text}`))), 15_000)
    const settle = (end) => {
      clearTimeout(timer)
      observer.disconnect()
      end()
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    if (search()) settle(() => resolve(search()))
  })
}

const press = async (selector, text) => (await find(selector, text)).click()

async function fill(selector, value) {
  const field = await find(selector)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function useServer(preset, canElicit) {
  await press('.preset', preset)
  await press('.items button', 'Returns the text')
  await fill('.main-pane .field textarea', 'hello from here')
  await press('.call-button', 'Call')
  await find('.outcome.good pre', 'hello from here')
  if (canElicit) {
    await press('.items button', 'once or in several rounds')
    await press('.call-button', 'Call')
    await fill('dialog .field textarea', 'Ada')
    await press('dialog button', 'Send')
    await find('.outcome.good', 'Ada')
  }
  await find('.wire-row', 'tools/call')
  await find('svg.track rect.bar')
  await press('.top button', 'Disconnect')
  await find('.welcome')
}

try {
  for (const preset of ['2026-07-28', '2025-11-25']) await useServer(preset, true)
  // 2024-11-05 has no elicitation.
  await useServer('HTTP+SSE', false)
  await report(problems.join('\n') || undefined)
} catch (error) {
  await report([String(error), ...problems].join('\n'))
}
await post('/end')
