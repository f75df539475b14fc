/** What a mock server offers now; a test may change it while the server runs. */
import type { ServerContent } from '../features/features.ts'
import type { Tool } from '../features/tool.ts'
import { isStateless } from '../revisions.ts'
import { defaultContent } from './default-content.ts'
import { offerPrompts, offerResources, offerSuggestions, offerTemplates } from './offer-content.ts'
import { offerTools } from './offer-tools.ts'
import type { AnySettings } from './options.ts'

type Content = Pick<AnySettings, 'tools' | 'resources' | 'prompts' | 'completions'>

export interface OfferedContent {
  content: ServerContent
  /** Replaces what is given; returns the lists that changed. */
  change(settings: Content): ('tools' | 'resources' | 'prompts')[]
}

const LISTS = ['tools', 'resources', 'prompts'] as const

/** `base` is offered until the settings replace it. */
export function createOfferedContent(
  { tools, resources, prompts, completions }: Content,
  base?: ServerContent,
): OfferedContent {
  const isEmpty = !base && !tools && !resources && !prompts && !completions
  const given = isEmpty ? defaultContent : { tools, resources, prompts, completions }
  let offered = given as { [Kind in keyof Content]: Content[Kind] | undefined }
  let offeredTools = toTools()
  return {
    content: {
      ...base,
      tools: () => (base && !offered.tools ? base.tools() : offeredTools),
      resources: () => (base && !offered.resources ? base.resources() : offerResources(offered.resources ?? {})),
      templates: () => (base && !offered.resources ? base.templates() : offerTemplates(offered.resources ?? {})),
      prompts: () => (base && !offered.prompts ? base.prompts() : offerPrompts(offered.prompts ?? {})),
      suggest: (...args) =>
        (base && !offered.completions ? base.suggest : offerSuggestions(offered.completions ?? {}))(...args),
      ...(!base && { capabilities }),
    },
    change(settings) {
      const changed = LISTS.filter((kind) => settings[kind] !== undefined)
      const { tools, resources, prompts, completions } = settings
      const replaced = { tools, resources, prompts, completions }
      const known = Object.entries(replaced).filter(([, value]) => value !== undefined)
      offered = { ...offered, ...Object.fromEntries(known) }
      offeredTools = toTools()
      return changed
    },
  }

  function toTools(): Tool[] {
    return offerTools(offered.tools ?? {})
  }

  /** Those of the content that is there. */
  function capabilities(version: string): Record<string, unknown> {
    return {
      logging: {},
      ...(offered.tools && { tools: { listChanged: true } }),
      ...(offered.resources && { resources: { subscribe: true, listChanged: true } }),
      ...(offered.prompts && { prompts: { listChanged: true } }),
      ...(offered.completions && (version >= '2025-03-26' || isStateless(version)) && { completions: {} }),
    }
  }
}
