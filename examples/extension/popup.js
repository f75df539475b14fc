/** The popup: it sends the question to the service worker, which lives on when the popup is closed. */
const form = document.querySelector('form')

form.onsubmit = async (event) => {
  event.preventDefault()
  const { text, error } = await chrome.runtime.sendMessage(Object.fromEntries(new FormData(form)))
  document.querySelector('output').textContent = error ?? text
}
