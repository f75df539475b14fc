import { greet } from '../greet.js'

export const load = async () => ({ text: await greet('SvelteKit, server') })
