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

/** Waits until the element with the focus matches; the window itself may be in the background. */
async function findFocused(selector, text = '') {
  for (let frame = 0; frame < 300; frame++) {
    const element = document.activeElement
    if (element?.matches(selector) && element.textContent.includes(text)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The focus is not at ${selector} but at ${document.activeElement?.outerHTML.slice(0, 100)}`)
}

/** A field keeps the focus and every character while text is typed into it, and null is a choice of its own. */
async function checkForms() {
  await press('.preset', '2025-11-25')
  await press('.items button', 'Returns the text')
  await findFocused('h2', 'echo')
  await press('.main-pane .field .expand', '')
  const field = await find('.main-pane .field textarea')
  field.focus()
  for (let count = 1; count <= 88; count++) {
    field.value += count === 44 ? '\n' : 'x'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (document.activeElement !== field || field.value.length !== 88) throw new Error('The field lost its text or focus')
  await press('.items button', 'Adds two numbers')
  await findFocused('h2', 'add')
  await press('.call-button', 'Call')
  await find('.form-problems', 'Required.')
  await press('.top button', 'Disconnect')
  // The heading where there is no mouse.
  await findFocused('#address, .hero')
}

/** Nothing that was typed at one server is at another one with the same tool. */
async function checkServers() {
  await press('.preset', 'HTTP+SSE')
  await press('.items button', 'Returns the text')
  const field = await find('.main-pane .field :is(input, textarea)')
  if (field.value !== '' || document.querySelector('.outcome'))
    throw new Error('Another server shows what was typed here')
  await press('.top button', 'Disconnect')
  await find('.welcome')
}

async function useServer(preset, canElicit) {
  await press('.preset', preset)
  await press('.items button', 'Returns the text')
  await fill('.main-pane .field :is(input, textarea)', 'hello from here')
  await press('.call-button', 'Call')
  await find('.outcome.good pre', 'hello from here')
  if (canElicit) {
    await press('.items button', 'once or in several rounds')
    await press('.call-button', 'Call')
    await fill('dialog .field :is(input, textarea)', 'Ada')
    await press('dialog button', 'Send')
    await find('.outcome.good', 'Ada')
  }
  await find('.wire-row', 'tools/call')
  await find('svg.track rect.bar')
  await press('.top button', 'Disconnect')
  await find('.welcome')
}

try {
  await checkForms()
  await checkServers()
  for (const preset of ['2026-07-28', '2025-11-25']) await useServer(preset, true)
  // 2024-11-05 has no elicitation.
  await useServer('HTTP+SSE', false)
  await report(problems.join('\n') || undefined)
} catch (error) {
  await report([String(error), ...problems].join('\n'))
}
await post('/end')
