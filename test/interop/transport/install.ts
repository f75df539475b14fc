/** Vitest calls this once before the tests of /transport: it installs the clients of others. */
import { installClients } from '../../mock-server/peers/other-clients.ts'

export default installClients
