/** The revisions that begin with a handshake: what tests about sessions, streams and their ends are about. */
import type { ProtocolVersion } from '../../../src/core/index.ts'

export const HANDSHAKES: readonly ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
