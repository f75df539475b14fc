/** `npm run test:interop -- --wide`: many published servers and gateways, as a table. */
import { show } from '../../support/show.ts'
import { examine, type Finding } from './examine.ts'
import { frameworkModes } from './framework-modes.ts'
import { gatewayModes } from './gateway-modes.ts'
import { installPackages } from './install-packages.ts'
import { nginxModes } from './nginx-modes.ts'
import { productModes } from './product-modes.ts'
import { sdkModes } from './sdk-modes.ts'

const AT_ONCE = 2

/** Resolves with the exit code: 1 if a restart is not healed although the server gave a sign of it. */
export async function runWide(filter: string): Promise<number> {
  const all = [...sdkModes, ...gatewayModes, ...frameworkModes, ...productModes, ...(await nginxModes())]
  const modes = all.filter(({ name }) => name.includes(filter))
  const sets = new Map(modes.map(({ packages }) => [packages.join(), packages]))
  console.log(`${modes.length} modes of ${sets.size} sets of packages`)
  await eachOf([...sets.values()], async (packages) => {
    await installPackages(packages).catch((error) => console.log(`${packages} cannot be installed: ${show(error)}`))
  })
  const findings: Finding[] = []
  await eachOf(modes, async (mode) => {
    const finding = await examine(mode)
    findings.push(finding)
    console.log(row(finding))
  })
  findings.sort((a, b) => all.findIndex(({ name }) => name === a.name) - all.findIndex(({ name }) => name === b.name))
  console.log(['', ...table(findings), '', ...totals(findings)].join('\n'))
  return findings.some((finding) => isMissed(finding)) ? 1 : 0
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const wasUsable = ({ call }: Finding) => call !== '' && !call.startsWith('no')

/** The server refused what was sent under the lost session, and the call failed all the same. */
const isMissed = (finding: Finding) => wasUsable(finding) && finding.heals !== 'yes' && finding.refusal !== ''

const columns = ['name', 'connected', 'tools', 'call', 'heals', 'refusal', 'remarks'] as const

const row = (finding: Finding) => `| ${columns.map((name) => finding[name].replaceAll('|', '/')).join(' | ')} |`

function table(findings: readonly Finding[]): string[] {
  const head = '| mode | connected | tools | call | restart heals | answer to the lost session | remarks |'
  return [head, `|${' --- |'.repeat(columns.length)}`, ...findings.map(row)]
}

function totals(findings: readonly Finding[]): string[] {
  const usable = findings.filter(wasUsable)
  const healed = usable.filter(({ heals }) => heals === 'yes')
  const missed = usable.filter(isMissed)
  return [
    `restart heals: ${healed.length} of ${usable.length}`,
    `of those that give any sign: ${missed.length === 0 ? 'all' : `all but ${missed.map(({ name }) => name)}`}`,
    `not usable here: ${
      findings
        .filter((finding) => !wasUsable(finding))
        .map(({ name }) => name)
        .join(', ') || 'none'
    }`,
  ]
}
