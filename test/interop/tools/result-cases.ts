/** How the results of tools reach the model, with each SDK. */
import { type Case, failure, hasErrorMark, play, shown } from './case.ts'

export const resultCases: Case[] = [
  {
    name: 'shows pictures to the model',
    async run(driver, assert) {
      const { seen } = await play(driver, [['draw', {}]])
      const expected: Record<string, string[]> = {
        'OpenAI Chat Completions': ['a pixel\n[image.png follows]', 'image/png'],
        LangChain: ['a pixel', 'image image/png'],
        Gemini: ['a pixel\n[image.png follows]', 'image/png'],
      }
      assert.equal(shown(seen[0]!), expected[driver.name] ?? ['a pixel', 'image/png'])
    },
  },
  {
    name: 'tells the model of sounds, or lets it hear them where the API takes them',
    async run(driver, assert) {
      const { seen } = await play(driver, [['speak', {}]])
      const told = ['[A result of type audio/wav, 6 bytes, cannot be shown]']
      assert.equal(shown(seen[0]!), driver.name === 'Gemini' ? ['[audio.wav follows]', 'audio/wav'] : told)
    },
  },
  {
    name: 'shows a picture of 6 MB, or tells of it where the API takes 5 MB',
    async run(driver, assert) {
      const { seen } = await play(driver, [['speak', { large: true }]])
      const tooLarge = '[A result of type image/png, 4500000 bytes, cannot be shown]'
      const expected: Record<string, string[]> = {
        'Anthropic Messages': [tooLarge],
        'OpenAI Chat Completions': ['[image.png follows]', 'image/png'],
        LangChain: ['', 'image image/png'],
        Gemini: ['[image.png follows]', 'image/png'],
      }
      assert.equal(shown(seen[0]!), expected[driver.name] ?? ['', 'image/png'])
    },
  },
  {
    name: 'shows texts and files of resources, and tells of links',
    async run(driver, assert) {
      const { seen } = await play(driver, [['resources', {}]])
      const link = 'resource_link: {"uri":"file:///more.txt","name":"more"}'
      const { text, media } = seen[0]!
      assert.equal(text.replace('\n[paper.pdf follows]', ''), `file:///notes.txt\na note\n${link}`)
      assert.equal(media.length, 1)
      assert.equal([/application\/pdf/.test(media[0]!)], [true], media[0])
    },
  },
  {
    name: 'tells the model that a tool failed, with its text',
    async run(driver, assert) {
      const { seen } = await play(driver, [['fail', {}]])
      assert.equal(shown(seen[0]!), [failure(driver, 'no paper')])
      if (hasErrorMark.has(driver.name)) assert.equal(seen[0]!.isError, true)
    },
  },
  {
    name: 'shows the pictures of a tool that failed',
    async run(driver, assert) {
      const { seen } = await play(driver, [['fail', { picture: true }]])
      const told = driver.name === 'AI SDK' ? 'The tool failed:\nno paper' : failure(driver, 'no paper')
      assert.equal(seen[0]!.text.replace('\n[image.png follows]', ''), told)
      assert.equal(
        seen[0]!.media.map((type) => type.replace('image image', 'image')),
        ['image/png'],
      )
    },
  },
]
