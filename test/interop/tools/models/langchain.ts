/** `model` of the LangChain example. */
import { fakeModel } from '@langchain/core/testing'

export const model = fakeModel().respondWithTools([{ name: 'weather', args: { city: 'Paris' }, id: 'call-1' }])
