import { greet } from '../greet.js'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

export async function GET() {
  return new Response(await greet('Next.js, node'))
}
