/** Completion, logging, pagination and caching. */
import {
  application,
  because,
  both,
  kept,
  must,
  mustNot,
  section,
  should,
  shouldNot,
  type Topic,
} from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })
const legacy = (path: string) => ({ '2025-11-25': path })
const invalidation = 'cache/changes > a list_changed notification makes that list be fetched again, and no other list'
const privacy = 'cache/sharing > a different access token sees no private cached results and does see the public ones'

export const utilities: Topic = {
  title: 'Utilities',
  sections: [
    section(
      'Completion',
      both('server/utilities/completion#implementation-considerations'),
      should(
        'Clients debounce rapid requests',
        application('the inspector does; the client sends what it is asked for, and aborts what is aborted'),
      ),
      should(
        'Clients cache results where appropriate',
        application('completions depend on what was typed before; the client caches none'),
      ),
      should(
        'Clients handle missing or partial results',
        kept(
          'core/validation/shapes',
          'features/completion > completion values come with total and hasMore, and more than a hundred are kept',
          'features/completion > a completion result without values is an error that carries it',
        ),
      ),
    ),
    section(
      'Completion: security',
      both('server/utilities/completion#security'),
      must(
        'Implementations validate completion inputs',
        because('It binds servers, which receive the inputs; the client checks what it gets from them, as above'),
      ),
      must('Implementations limit the rate', because('It binds servers; the client obeys `Retry-After`')),
      must('Implementations control access to suggestions', because('It binds servers')),
      must('Implementations prevent disclosure by completion', because('It binds servers')),
    ),
    section(
      'Logging',
      modern('server/utilities/logging'),
      shouldNot(
        'New implementations adopt logging',
        kept(
          'core/modern/modern-era',
          'features/logging > in 2026-07-28 each request carries its log level, and none unless onLog or a level is set',
        ),
      ),
      should(
        'Existing implementations migrate to other means',
        because('It binds servers; the client asks for logs only if the application has `onLog`'),
      ),
    ),
    section(
      'Logging: security',
      both('server/utilities/logging#security'),
      should('Implementations limit the rate of messages', because('It binds servers')),
      should(
        'Implementations validate data fields',
        kept(
          'core/rpc/route-messages',
          'features/logging > log messages of any shape and level reach onLog and onEvent',
          'events/on-event > a log message of the server cannot pretend to be another event',
        ),
      ),
      should('Implementations control access to logs', application('it decides where `onLog` writes')),
      should(
        'Implementations monitor for sensitive content',
        kept(
          'core/http/redact',
          'hostile/repeated-secrets > secrets that the server repeats are shown nowhere: over HTTP+SSE',
        ),
      ),
    ),
    section(
      'Pagination',
      both('server/utilities/pagination'),
      mustNot(
        'Clients assume a fixed page size',
        kept(
          'core/methods/list-pages',
          'features/lists > every list is read page by page, and cursors are sent back unchanged',
        ),
      ),
      should(
        'Clients treat a missing `nextCursor` as the end',
        kept('core/methods/list-pages', 'features/lists > a list ends where nextCursor is absent or null'),
      ),
      should(
        'Clients support lists with and without pages',
        kept('core/methods/list-pages', 'features/endless-lists > lists are read to their last page'),
      ),
      must(
        'Clients treat cursors as opaque',
        kept(
          'core/methods/list-pages',
          'features/lists > every list is read page by page, and cursors are sent back unchanged',
        ),
      ),
    ),
    section(
      'Pagination',
      modern('server/utilities/pagination'),
      mustNot(
        'Clients treat an empty cursor as the end',
        kept(
          'core/methods/list-pages',
          'features/lists > every list is read page by page, and cursors are sent back unchanged',
        ),
      ),
    ),
    section(
      'Pagination',
      legacy('server/utilities/pagination#implementation-guidelines'),
      must(
        'Cursors do not persist across sessions',
        kept(
          'core/legacy/legacy-era core/methods/list-pages',
          'session/replacement > a cursor is not sent under another session than its own',
        ),
      ),
    ),
    section(
      'Caching: time to live',
      modern('server/utilities/caching#time-to-live-ttl-field'),
      should(
        'A `ttlMs` of 0 means stale at once',
        kept(
          'core/cache/response-cache',
          'cache/freshness > a ttlMs that is zero, negative, absent or not a number means no caching',
        ),
      ),
      should(
        'A positive `ttlMs` means fresh for that long after the response was received',
        kept(
          'core/cache/response-cache',
          'time:cache > an answer is fresh for its time to live, counted from when it arrived, and not longer',
        ),
      ),
      should(
        'An absent `ttlMs` means 0',
        kept(
          'core/cache/response-cache',
          'cache/freshness > a ttlMs that is zero, negative, absent or not a number means no caching',
        ),
      ),
      should(
        'A negative `ttlMs` means 0',
        kept(
          'core/cache/response-cache',
          'cache/freshness > a ttlMs that is zero, negative, absent or not a number means no caching',
        ),
      ),
    ),
    section(
      'Caching: freshness',
      modern('server/utilities/caching#freshness-calculation'),
      should(
        'A stale response is fetched again on the next access',
        kept(
          'core/cache/response-cache',
          'time:cache > a stale answer is requested again when it is needed, and not by a timer',
        ),
      ),
      shouldNot(
        'Clients treat `ttlMs` as an interval for polling',
        kept(
          'core/cache/response-cache',
          'time:cache > a stale answer is requested again when it is needed, and not by a timer',
        ),
      ),
      must(
        'Implementations that poll use jitter and backoff',
        because('The client does not poll for changes of lists'),
      ),
    ),
    section(
      'Caching: scope',
      modern('server/utilities/caching#cache-scope-field'),
      mustNot(
        'Private responses are shared across authorization contexts',
        kept(
          'core/cache/partition core/cache/response-cache',
          privacy,
          'oauth/transports > a cached result of one user is not served to the next',
        ),
      ),
      mustNot(
        'A response is used for another method or other parameters',
        kept(
          'core/cache/response-cache',
          'cache/freshness > a cached result is used only for the same URL, page, resource and method',
        ),
      ),
      mustNot(
        'Results of requests with `inputResponses` or `requestState` are cached',
        kept(
          'core/cache/response-cache',
          'cache/freshness > a result that needed input, or asks for it, is not cached',
        ),
      ),
    ),
    section(
      'Caching: notifications',
      modern('server/utilities/caching#interaction-with-notifications'),
      should(
        'A relevant notification makes the response stale at once',
        kept(
          'core/change-notifications',
          invalidation,
          'cache/changes > a changed resource, or a part of it, is read again',
        ),
      ),
    ),
    section(
      'Caching: pages',
      modern('server/utilities/caching#interaction-with-pagination'),
      should(
        'A page that expired is fetched again by its cursor',
        kept(
          'core/cache/response-cache',
          'time:cache > each page has its own time to live, and only stale pages are requested again',
        ),
      ),
      should(
        'For a consistent list, clients fetch from the beginning',
        kept(
          'core/methods/list-pages',
          'cache/pages > a forced refresh fetches a list from its first page and replaces what was cached',
        ),
      ),
      should(
        'When a cursor became invalid, cached pages are discarded and the list is fetched from the beginning',
        kept(
          'core/methods/list-pages',
          'cache/pages > a list whose cursor the server forgot is read again from its first page, once',
        ),
      ),
    ),
  ],
}
