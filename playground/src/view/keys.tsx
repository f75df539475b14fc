/** The list of keys, opened by `?`. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import '../../style/palette.css'
import { keys, keysAreOpen } from './keyboard.ts'

export function Keys(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => {
    keysAreOpen.value = false
  }
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => {
      if (document.activeElement === document.body) before?.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class="palette keys" aria-labelledby="keys-title" onCancel={close} onClose={close}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {keys.map(({ keys: pressed, does }) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" class="small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  )
}
