/** Uses the page from inside, as far as a script can, and reports to the address after the #. */
const home = location.hash.slice(1)
const complaints = []
addEventListener('error', ({ message }) => complaints.push(message))
addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
addEventListener('securitypolicyviolation', (event) =>
  complaints.push(`${event.violatedDirective} ${event.blockedURI}`),
)

const tell = (path, body = '') => fetch(home + path, { method: 'POST', mode: 'no-cors', body })
const report = (error) =>
  tell('/result', JSON.stringify({ name: 'the page works', ok: !error, ms: 0, ...(error && { error }) }))

/** The first element that fits, once there is one; all changes of the page are looked at. */
function find(selector, text = '') {
  return new Promise((resolve, reject) => {
    const look = () => [...document.querySelectorAll(selector)].find((element) => element.textContent.includes(text))
    const observer = new MutationObserver(() => look() && settle(() => resolve(look())))
    const timer = setTimeout(() => settle(() => reject(new Error(`There is no ${selector} with ${text}`))), 15_000)
    const settle = (end) => {
      clearTimeout(timer)
      observer.disconnect()
      end()
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    if (look()) settle(() => resolve(look()))
  })
}

const press = async (selector, text) => (await find(selector, text)).click()

async function fill(selector, value) {
  const field = await find(selector)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function use(preset) {
  await press('.preset', preset)
  await press('.items button', 'Returns the text')
  await fill('.work .field input', 'hello from here')
  await press('.call-button', 'Call')
  await find('.outcome.good pre', 'hello from here')
  await press('.items button', 'once or in several rounds')
  await press('.call-button', 'Call')
  await fill('dialog .field input', 'Ada')
  await press('dialog button', 'Send')
  await find('.outcome.good', 'Ada')
  await find('.wire-row', 'tools/call')
  await find('svg.track rect.bar')
  await press('.top button', 'Disconnect')
  await find('.welcome')
}

try {
  for (const preset of ['2026-07-28', '2025-11-25', 'HTTP+SSE']) await use(preset)
  await report(complaints.join('\n') || undefined)
} catch (error) {
  await report([String(error), ...complaints].join('\n'))
}
await tell('/end')
