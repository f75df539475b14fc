/** Renders the recipe for Vue on a server. */
import { useMcp } from 'recipe:vue'
import { createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { store, withRequests } from './counting-store.ts'

const App = defineComponent(() => {
  const view = useMcp(store)
  return () => h('p', view.value.status)
})

export const render = () => withRequests(renderToString(createSSRApp(App)))
