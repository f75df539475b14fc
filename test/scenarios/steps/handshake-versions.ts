/** The revisions that begin with a handshake, newest first. */
import type { ProtocolVersion } from '../../../src/core/index.ts'

export const HANDSHAKES: readonly ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
