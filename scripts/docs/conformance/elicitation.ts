/** Elicitation. */
import { application, both, kept, must, mustNot, section, should, shouldNot, type Topic } from './requirement.ts'

const legacy = (path: string) => ({ '2025-11-25': path })
const declared =
  'modern/request-meta > each request declares the capabilities that its handlers, or its caller, can answer'

export const elicitation: Topic = {
  title: 'Elicitation',
  sections: [
    section(
      'Elicitation: user interaction',
      both('client/elicitation#user-interaction-model'),
      must(
        'Clients make clear which server asks',
        application('the handler knows its client; in a group the question names its server'),
      ),
      must(
        'Clients provide options to decline and cancel',
        application('the handler returns `accept`, `decline` or `cancel`; the inspector has a button for each'),
      ),
      must(
        'In form mode users can review and modify their responses',
        application(
          'the handler returns what the user entered, and the client sends nothing else than the defaults of fields that were left out',
        ),
      ),
      must(
        'In URL mode the host is displayed and consent gathered before navigation',
        application('the handler gets the URL and opens it; the client never does. The inspector shows the host'),
      ),
    ),
    section(
      'Elicitation: capabilities',
      both('client/elicitation#capabilities'),
      must(
        'Clients that support elicitation declare it',
        kept(
          'core/server-requests/request-handlers',
          'input/elicitation > elicitation handlers declare form mode, URL mode or both, in both eras',
          declared,
        ),
      ),
      must(
        'They support at least one mode',
        kept(
          'core/server-requests/request-handlers',
          'input/elicitation > elicitation handlers declare form mode, URL mode or both, in both eras',
        ),
      ),
    ),
    section(
      'Elicitation: requests',
      both('client/elicitation#elicitation-requests'),
      must(
        'A request without `mode` is one of form mode',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation > each elicitation mode has its own handler, and a request without a mode is a form',
        ),
      ),
      should(
        'Clients that support defaults fill fields with them',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation-forms > fields that the user left out of an accepted form are filled with their defaults',
        ),
      ),
      should(
        'Clients let the user retry or cancel the original request',
        application(
          "the call can be aborted by its signal; with `inputRequired: 'return'` it goes on when the application says so",
        ),
      ),
    ),
    section(
      'Elicitation: completion of a page',
      legacy('client/elicitation#completion-notifications-for-url-mode-elicitation'),
      must(
        'Clients ignore unknown or completed ids',
        kept(
          'core/server-requests/input-required',
          'input/elicitation > notifications/elicitation/complete is passed on, whether its id is known or not',
        ),
      ),
      should(
        'Clients provide manual controls in case the notification never arrives',
        application('the handler may return a promise `completed` that it resolves itself'),
      ),
    ),
    section(
      'Elicitation: errors',
      legacy('client/elicitation#error-handling'),
      must(
        'Clients return standard JSON-RPC errors: -32602 for a mode that was not declared',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation > an elicitation mode that was not declared is refused, and no handler runs',
        ),
      ),
    ),
    section(
      'Elicitation: security',
      both('client/elicitation#security-considerations'),
      must(
        'Clients indicate clearly which server is requesting information',
        application('as above; `store` and `group` name the server with each question'),
      ),
      should(
        'Clients implement user approval controls',
        application('nothing is sent before the handler has returned'),
      ),
      should(
        'Clients allow users to decline at any time',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation > accept, decline and cancel each reach the server, with content only for an accepted form',
        ),
      ),
      should(
        'Clients make clear what is requested and why',
        application('the handler gets the message and the schema as the server wrote them'),
      ),
    ),
    section(
      'Elicitation: security',
      legacy('client/elicitation#security-considerations'),
      should(
        'Clients implement rate limiting',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > at most four handlers of a call run at once, and every server request is answered',
          'input/server-requests > at most a thousand server requests of a call wait for their handlers, and the rest are ignored',
        ),
      ),
    ),
    section(
      'Elicitation: safe URLs',
      both('client/elicitation#safe-url-handling'),
      must(
        'Clients handle URLs carefully',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation > an elicitation without its message, its schema or a web address is refused, and no handler runs',
        ),
      ),
      mustNot(
        'Clients fetch the URL or its metadata automatically',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation > the URL of an elicitation is never fetched and reaches only the handler',
        ),
      ),
      mustNot(
        'Clients open the URL without consent',
        kept(
          'core/server-requests/input-required',
          'input/url-elicitation-required > on -32042 without consent to every URL the error reaches the caller',
          'input/elicitation > the URL of an elicitation is never fetched and reaches only the handler',
        ),
      ),
      must(
        'Clients show the full URL before consent',
        application('the handler gets it; the inspector shows up to 4,000 characters of it'),
      ),
      must(
        'Clients open the URL so that neither client nor model can read the page',
        application('it opens the URL in a browser; the inspector opens a new tab without an opener'),
      ),
      should('Clients highlight the domain', application('the inspector shows it apart from the URL')),
      should(
        'Clients warn of ambiguous URIs',
        application('the inspector warns of Punycode, numbers as hosts and others'),
      ),
      shouldNot('URLs in other fields are clickable', application('the inspector renders text as text')),
    ),
    section(
      'Elicitation: form mode',
      both('client/elicitation#form-mode-security'),
      should(
        'Clients validate responses against the schema',
        kept(
          'core/server-requests/elicitation',
          'input/elicitation-forms > a form that does not fit is asked again with what is wrong, at most five times in all',
          'input/elicitation-forms > every form of enum is checked before it is sent',
        ),
      ),
    ),
  ],
}
