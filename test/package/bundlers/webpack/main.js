import { greet } from './greet.js'

document.title = await greet('webpack').catch(String)
