/** The process that a soak runs in: takes its options as JSON, and writes its report as JSON. */
import { type SoakOptions, soak } from './soak.ts'

// Pipes count as handles from their first use on.
void [process.stdout, process.stderr]
const options = JSON.parse(process.argv[2]!) as SoakOptions
const report = await soak(options)
process.stdout.write(JSON.stringify(report), () => process.exit())
