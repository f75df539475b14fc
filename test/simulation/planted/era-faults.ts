/** Planted faults of era detection and of what only the modern era has. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const ERA_FAULTS: readonly PlantedFault[] = faultsOf('eras', [
  {
    name: 'a remembered era stays unverified after an answer',
    finding: 'has confirmed the era',
    from: 18,
    changes: [
      {
        file: 'core/negotiation/era-switch.ts',
        search: 'if (!code || !(scope.era as Era).mayBeOtherEra({ rpcCode: code }, false)) eras.isUnverified = false',
        replace: 'void code',
      },
    ],
  },
  {
    name: 'the era is detected again once for each call that fails',
    finding: 'probes while the probe of request',
    from: 114,
    changes: [
      {
        file: 'core/negotiation/era-switch.ts',
        search: 'detection.run(switchEra)',
        replace: 'switchEra()',
      },
    ],
  },
  {
    name: 'a server of another era is asked for what it supports as if it were modern',
    finding: 'is a probe in an era without probes',
    from: 885,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: 'options.onlyEra && options.onlyEra !== channel',
        replace: 'options.onlyEra && !channel',
      },
    ],
  },
  {
    name: 'an era is remembered that the server does not offer',
    finding: 'was remembered of a server that does not offer it',
    from: 9,
    changes: [
      {
        file: 'core/negotiation/detect-server.ts',
        search: '      era,\n      transport,\n',
        replace: "      era: era && 'modern',\n      transport,\n",
      },
    ],
  },
  {
    name: 'an era is remembered that the probe did not decide',
    finding: 'was remembered although the probe got no response',
    from: 1_479,
    changes: [
      {
        file: 'core/negotiation/detect-server.ts',
        search: 'if (!certain) return',
        replace: 'void certain',
      },
    ],
  },
  {
    name: 'a probe that the network cuts is taken for a refusal of its headers',
    finding: 'is a handshake after a probe that the network cut',
    changes: [
      {
        file: 'core/negotiation/probe.ts',
        search: 'return !!rejected && !!hint?.includes(BLOCKED)',
        replace: 'return !!rejected && (!hint || hint.includes(BLOCKED))',
      },
    ],
  },
  {
    name: 'the keepalive of an era goes on after a change of the era',
    finding: 'is a keepalive of an earlier era',
    from: 63,
    changes: [
      {
        file: 'core/legacy/legacy-era.ts',
        search: '      keepalive?.stop()\n',
        replace: '      void keepalive\n',
      },
    ],
  },
  {
    name: 'the requestState of a request is sent with the next one',
    finding: 'has a requestState that was not given to it',
    changes: [
      {
        file: 'core/methods/request.ts',
        search: '      const result = await send(context, outgoing)\n      if (',
        replace:
          '      const { left } = context.logging as { left?: Params }\n      const result = await send(context, { ...outgoing, params: { ...outgoing.params, ...left } })\n      if (',
      },
      {
        file: 'core/methods/request.ts',
        search: '      input = rest\n',
        replace: '      input = (context.logging as { left?: Params }).left = rest\n',
      },
    ],
  },
  {
    name: 'a call waits for its user after its abort',
    finding: 'ms after its abort',
    from: 813,
    changes: [
      {
        file: 'core/server-requests/input-required.ts',
        search: 'signals: [signal, closing]',
        replace: 'signals: [closing]',
      },
    ],
  },
  {
    name: 'a tool that is not idempotent is called again',
    finding: 'which may have been executed',
    from: 120,
    changes: [
      {
        file: 'core/methods/tools.ts',
        search: '!!(readOnlyHint || idempotentHint)',
        replace: 'true',
      },
    ],
  },
  {
    name: 'Mcp-Name is that of another request',
    finding: 'has another name in its header',
    changes: [
      {
        file: 'core/modern/request-headers.ts',
        search: 'NAME_PARAM[method] && params[NAME_PARAM[method]]',
        replace: 'NAME_PARAM[method] && ((NAME_PARAM as { last?: unknown }).last ??= params[NAME_PARAM[method]])',
      },
    ],
  },
  {
    name: 'the response to a cancelled request is never cut',
    finding: 'left request',
    from: 363,
    changes: [
      {
        file: 'core/legacy/cancel.ts',
        search: 'moment.onPassed(() => lingering.abort(reason))',
        replace: 'moment.onPassed(() => void [lingering, reason])',
      },
    ],
  },
  {
    name: 'an established connection does not notice that its server became modern only',
    finding: 'the connection did not recover',
    from: 477,
    changes: [
      {
        file: 'core/negotiation/era-switch.ts',
        search: 'isDue && used.mayBeOtherEra(error, true)',
        replace: 'isDue && !used',
      },
    ],
  },
])
