import { greet } from '../greet.js'

export const runtime = 'edge'
export const dynamic = 'force-dynamic'

export async function GET() {
  return new Response(await greet('Next.js, edge'))
}
