/** Vue: the recipe of docs/ui.md. */
import { useMcp } from 'recipe:vue'
import { createApp, defineComponent, h, ref } from 'vue'
import { answer, type Binding, describe } from '../binding.ts'

export const binding: Binding = {
  takesAddress: false,
  mount(element, store) {
    const updates = ref(0)
    const app = createApp(
      defineComponent(() => {
        const view = useMcp(store)
        return () =>
          h(
            'section',
            describe(view.value, updates.value),
            view.value.questions.map((question) => h('button', { key: question.id, onClick: () => answer(question) })),
          )
      }),
    )
    app.mount(element)
    return { update: () => updates.value++, unmount: () => app.unmount() }
  },
}
