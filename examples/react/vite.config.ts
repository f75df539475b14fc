/** Vite needs to know of the second page, and nothing else. */
import { defineConfig } from 'vite'

export default defineConfig({
  build: { rollupOptions: { input: ['index.html', 'callback.html'] }, target: 'es2022' },
})
