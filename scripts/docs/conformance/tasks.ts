/** Tasks of 2025-11-25. The client runs none of its own: what binds receivers does not apply. */
import { application, because, kept, must, mustNot, section, should, shouldNot, type Topic } from './requirement.ts'

const page = (anchor: string) => ({ '2025-11-25': `basic/utilities/tasks#${anchor}` })
const asks = 'tasks/core-tasks > a call asks for a task if the tool supports one, and gets the result of the task'
const noTask = 'tasks/core-tasks > no task is asked for without the capability of the server, or in another revision'
const related =
  'tasks/core-tasks > what a task needs is asked on the stream of its result, and the answer names the task'
const polls = 'time:tasks > a task is polled at the interval that the server last gave'

export const tasks: Topic = {
  title: 'Tasks, 2025-11-25',
  sections: [
    section(
      'Capabilities',
      page('capabilities'),
      must(
        'Clients that run requests as tasks declare `tasks`',
        because('The client runs no requests of servers as tasks and declares none'),
      ),
      should('Requestors augment requests only if the receiver declared it', kept('tasks/core-task', noTask)),
      shouldNot('A peer creates tasks if `capabilities.tasks` is not defined', kept('tasks/core-task', noTask)),
    ),
    section(
      'Tools',
      page('tool-level-negotiation'),
      mustNot(
        'Clients use tasks if the server does not declare `tasks.requests.tools.call`',
        kept('tasks/core-task', noTask),
      ),
      mustNot(
        'Clients run a tool as a task whose `taskSupport` is absent or `forbidden`',
        kept('tasks/core-task', asks),
      ),
      must('Clients run a tool as a task whose `taskSupport` is `required`', kept('tasks/core-task', asks)),
    ),
    section(
      'Getting tasks',
      page('getting-tasks'),
      must('Implementations comply with Streamable HTTP', kept('core/legacy/streamable-http', asks)),
      should('Requestors respect `pollInterval`', kept('tasks/poll-task', polls)),
      should('Requestors poll until the task has ended or needs input', kept('tasks/poll-task', asks)),
      should(
        'They go on polling while they do not wait for `tasks/result`',
        kept(
          'tasks/poll-task',
          'tasks/core-tasks > the result of a task that asked is requested once, also if a poll sees its end first',
        ),
      ),
    ),
    section(
      'Status notifications',
      page('task-status-notification'),
      mustNot('Requestors rely on receiving notifications', kept('tasks/poll-task', asks)),
      should(
        'Requestors go on polling',
        kept(
          'tasks/poll-task',
          polls,
          'tasks/core-tasks > a notification of the server that the task has changed ends the wait for the next poll',
        ),
      ),
    ),
    section(
      'Receivers',
      page('task-support-and-handling'),
      must(
        'Receivers without the capability process requests normally and ignore the metadata',
        kept(
          'core/server-requests/elicitation',
          'input/server-requests > a request of the server that asks for a task is answered directly, since the client declares no tasks',
        ),
      ),
    ),
    section(
      'Input',
      page('input-required-status'),
      should(
        'Clients expect messages on any stream',
        kept(
          'core/rpc/route-messages',
          'tasks/core-tasks > progress of a task reaches the call until the task has ended, on any stream of the session',
        ),
      ),
      should('A requestor that sees `input_required` calls `tasks/result`', kept('tasks/core-task', related)),
    ),
    section(
      'Related messages',
      page('associating-task-related-messages'),
      must(
        'Messages related to a task carry `io.modelcontextprotocol/related-task`',
        kept('core/rpc/handler-queue', related),
      ),
      must(
        '`taskId` is the source of truth for `tasks/get`, `tasks/result` and `tasks/cancel`',
        kept('tasks/core-task', asks),
      ),
      shouldNot(
        'Requestors include the metadata in these requests',
        kept(
          'tasks/core-task',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
          asks,
        ),
      ),
    ),
    section(
      'Notifications',
      page('task-notifications'),
      mustNot('Requestors rely on `notifications/tasks/status`', kept('tasks/poll-task', asks)),
    ),
    section(
      'Listing',
      page('task-listing'),
      must(
        'Requestors treat cursors as opaque',
        kept(
          'tasks/index core/util/page-check',
          'test:unit/core/util/page-check > $method: a server may use one cursor for all pages',
          'tasks/core-endings > listTasks reads all pages of the tasks, and ends with an error at a page that comes twice',
        ),
      ),
    ),
    section(
      'Cancellation',
      page('task-cancellation'),
      shouldNot(
        'Requestors rely on canceled tasks being kept',
        kept(
          'tasks/core-task',
          'tasks/core-endings > a task that the server forgot is an error with its code, and the connection works on',
        ),
      ),
    ),
    section(
      'Audit',
      page('audit-and-logging'),
      should(
        'Requestors log the lifecycle of tasks',
        kept('tasks/task core/events', 'events/call-numbers > the polls of a task have the number of its call'),
      ),
      should(
        'Requestors track task ids and their operations',
        application('`onTask` gives it every state of every task, with its id'),
      ),
    ),
  ],
}
