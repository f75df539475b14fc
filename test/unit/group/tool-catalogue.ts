/** A catalogue of about 1,000 tools of 40 services, in the styles that servers name and describe their tools in. */
import type { GroupTool } from '../../../src/group/index.ts'

type Style = 'snake' | 'camel' | 'kebab'

/** Each thing: its name, what it is in words, and its parameters. */
type Things = Record<string, [words: string, parameters: string]>

const services: Record<string, [style: Style, title: string, things: Things]> = {
  github: [
    'snake',
    'GitHub',
    {
      issue: ['an issue of a repository', 'owner repo title body labels assignees'],
      pull_request: ['a pull request of a repository', 'owner repo title head base draft'],
      branch: ['a branch of a repository', 'owner repo branch from_branch'],
      release: ['a release of a repository', 'owner repo tag_name notes prerelease'],
      workflow_run: ['a run of a GitHub Actions workflow', 'owner repo workflow_id ref inputs'],
    },
  ],
  gitlab: [
    'snake',
    'GitLab',
    {
      merge_request: ['a merge request of a project', 'project_id source_branch target_branch title'],
      pipeline: ['a CI/CD pipeline', 'project_id ref variables'],
      project: ['a project of a group', 'name namespace_id visibility'],
      wiki_page: ['a page of the project wiki', 'project_id slug content'],
    },
  ],
  jira: [
    'camel',
    'Jira',
    {
      ticket: ['a Jira issue such as a bug, task or story', 'projectKey summary description issueType priority'],
      sprint: ['a sprint of a board', 'boardId name startDate endDate goal'],
      board: ['a Scrum or Kanban board', 'name type filterId'],
      worklog: ['time logged on an issue', 'issueKey timeSpent comment started'],
    },
  ],
  linear: [
    'snake',
    'Linear',
    {
      issue: ['an issue in Linear', 'team_id title description priority state'],
      cycle: ['a cycle of a team', 'team_id name starts_at ends_at'],
      roadmap: ['a roadmap with its projects', 'name description'],
    },
  ],
  slack: [
    'snake',
    'Slack',
    {
      message: ['a message in a channel or direct conversation', 'channel text thread_ts'],
      channel: ['a public or private channel', 'name is_private topic'],
      reminder: ['a reminder for a member of the workspace', 'text time user'],
      user_group: ['a group of members that can be mentioned', 'handle name users'],
      reaction: ['an emoji reaction to a message', 'channel timestamp emoji'],
    },
  ],
  gmail: [
    'camel',
    'Gmail',
    {
      email: ['an email in the mailbox', 'to cc subject body attachments'],
      draft: ['an email draft that was not sent yet', 'to subject body'],
      label: ['a label for conversations', 'name color'],
      mailFilter: ['a filter that sorts incoming mail', 'from query action'],
    },
  ],
  google_calendar: [
    'snake',
    'Google Calendar',
    {
      event: ['an event or meeting in a calendar', 'calendar_id summary start end attendees location'],
      calendar: ['a calendar of the user', 'summary time_zone'],
      availability: ['free and busy times of people', 'emails time_min time_max'],
    },
  ],
  google_drive: [
    'snake',
    'Google Drive',
    {
      file: ['a file in Google Drive', 'name mime_type content parent_id'],
      folder: ['a folder in Google Drive', 'name parent_id'],
      permission: ['who a file is shared with', 'file_id email role'],
      comment: ['a comment on a document', 'file_id content anchor'],
    },
  ],
  notion: [
    'kebab',
    'Notion',
    {
      page: ['a page in the workspace', 'parent title children icon'],
      database: ['a database with its properties', 'parent title properties'],
      block: ['a block of content on a page', 'page_id type content'],
    },
  ],
  confluence: [
    'camel',
    'Confluence',
    {
      page: ['a page of a Confluence space', 'spaceKey title body parentId'],
      space: ['a space with its pages', 'key name description'],
      attachment: ['a file attached to a page', 'pageId filename content'],
    },
  ],
  salesforce: [
    'camel',
    'Salesforce',
    {
      lead: ['a sales lead', 'firstName lastName company email status'],
      opportunity: ['a deal in the sales pipeline', 'name stage amount closeDate accountId'],
      account: ['a customer account', 'name industry website billingCity'],
      case: ['a support case of a customer', 'subject description priority accountId'],
    },
  ],
  hubspot: [
    'kebab',
    'HubSpot',
    {
      contact: ['a contact in the CRM', 'email firstname lastname phone'],
      company: ['a company in the CRM', 'name domain industry'],
      deal: ['a deal in a pipeline', 'dealname amount stage pipeline'],
      'marketing-email': ['a marketing email', 'name subject template'],
    },
  ],
  stripe: [
    'snake',
    'Stripe',
    {
      customer: ['a customer who pays', 'email name payment_method'],
      invoice: ['an invoice of a customer', 'customer line_items due_date'],
      refund: ['a refund of a charge', 'charge amount reason'],
      subscription: ['a recurring subscription', 'customer price quantity trial_days'],
      payment_link: ['a link to a checkout page', 'price quantity'],
      dispute: ['a chargeback that a customer opened', 'charge evidence'],
    },
  ],
  shopify: [
    'camel',
    'Shopify',
    {
      product: ['a product of the store', 'title vendor variants images'],
      order: ['an order of a shopper', 'lineItems customer shippingAddress'],
      inventoryLevel: ['the stock of an item at a location', 'inventoryItemId locationId available'],
      discountCode: ['a discount code for the checkout', 'code percentage startsAt endsAt'],
    },
  ],
  postgres: [
    'snake',
    'PostgreSQL',
    {
      table: ['a table of the database', 'schema table columns'],
      row: ['rows of a table', 'table where values'],
      index: ['an index of a table', 'table columns unique'],
      role: ['a role that can log in', 'name password privileges'],
    },
  ],
  bigquery: [
    'snake',
    'BigQuery',
    {
      dataset: ['a dataset of a project', 'project dataset location'],
      query_job: ['a job that runs SQL', 'sql dry_run maximum_bytes'],
      scheduled_query: ['a query that runs on a schedule', 'sql schedule destination'],
    },
  ],
  snowflake: [
    'snake',
    'Snowflake',
    {
      warehouse: ['a virtual warehouse for computing', 'name size auto_suspend'],
      stage: ['a stage for loading files', 'name url file_format'],
      task: ['a scheduled task', 'name schedule sql'],
    },
  ],
  s3: [
    'camel',
    'Amazon S3',
    {
      bucket: ['a storage bucket', 'bucketName region acl'],
      object: ['an object in a bucket', 'bucketName key body contentType'],
      presignedUrl: ['a temporary link to an object', 'bucketName key expiresIn'],
      lifecycleRule: ['a rule that expires old objects', 'bucketName prefix days'],
    },
  ],
  ec2: [
    'camel',
    'Amazon EC2',
    {
      instance: ['a virtual machine', 'imageId instanceType keyName subnetId'],
      securityGroup: ['a firewall for instances', 'groupName ingress egress vpcId'],
      volume: ['a disk of an instance', 'size volumeType zone'],
      keyPair: ['an SSH key pair', 'keyName publicKey'],
    },
  ],
  lambda: [
    'camel',
    'AWS Lambda',
    {
      function: ['a serverless function', 'functionName runtime handler code'],
      layer: ['a layer with libraries', 'layerName content'],
      trigger: ['an event source of a function', 'functionName eventSource batchSize'],
    },
  ],
  kubernetes: [
    'snake',
    'Kubernetes',
    {
      pod: ['a pod in a namespace', 'namespace name image'],
      deployment: ['a deployment with replicas', 'namespace name image replicas'],
      config_map: ['a map of configuration values', 'namespace name data'],
      ingress: ['an ingress that routes traffic', 'namespace host path service'],
      cron_job: ['a job that runs on a schedule', 'namespace name schedule command'],
    },
  ],
  docker: [
    'snake',
    'Docker',
    {
      container: ['a container', 'image name ports env volumes'],
      image: ['an image in the local store', 'repository tag dockerfile'],
      network: ['a network of containers', 'name driver subnet'],
      compose_stack: ['the services of a compose file', 'file project'],
    },
  ],
  cloudflare: [
    'snake',
    'Cloudflare',
    {
      dns_record: ['a DNS record of a zone', 'zone_id type name content ttl'],
      worker: ['a Worker script', 'account_id script_name code'],
      kv_pair: ['a value in a KV namespace', 'namespace_id key value'],
      firewall_rule: ['a rule of the web application firewall', 'zone_id expression action'],
      cache_purge: ['a purge of cached files', 'zone_id files everything'],
    },
  ],
  vercel: [
    'camel',
    'Vercel',
    {
      deployment: ['a deployment of a project', 'projectId gitRef target'],
      environmentVariable: ['an environment variable of a project', 'projectId key value target'],
      domain: ['a domain of a project', 'projectId name'],
    },
  ],
  datadog: [
    'snake',
    'Datadog',
    {
      monitor: ['a monitor that alerts on a metric', 'name query threshold message'],
      dashboard: ['a dashboard with graphs', 'title widgets'],
      log: ['log lines of services', 'query from to'],
      metric: ['time series of a metric', 'query from to'],
    },
  ],
  sentry: [
    'kebab',
    'Sentry',
    {
      error: ['an error group with its stack traces', 'project query environment'],
      'alert-rule': ['a rule that notifies about errors', 'project conditions actions'],
      'source-map': ['a source map of a release', 'release file'],
    },
  ],
  pagerduty: [
    'snake',
    'PagerDuty',
    {
      incident: ['an incident', 'service title urgency body'],
      schedule: ['an on-call schedule', 'name time_zone layers'],
      escalation_policy: ['a policy of who is called next', 'name rules'],
    },
  ],
  zendesk: [
    'snake',
    'Zendesk',
    {
      ticket: ['a support ticket', 'subject comment requester priority tags'],
      macro: ['a macro with a canned reply', 'title actions'],
      help_article: ['an article of the help center', 'section_id title body locale'],
    },
  ],
  intercom: [
    'camel',
    'Intercom',
    {
      conversation: ['a conversation with a visitor', 'userId body assigneeId'],
      segment: ['a segment of users', 'name rules'],
      productTour: ['a product tour', 'title steps'],
    },
  ],
  twilio: [
    'camel',
    'Twilio',
    {
      sms: ['a text message to a phone', 'to from body mediaUrl'],
      call: ['a phone call', 'to from twiml record'],
      phoneNumber: ['a phone number of the account', 'areaCode country'],
    },
  ],
  mailchimp: [
    'snake',
    'Mailchimp',
    {
      campaign: ['a newsletter campaign', 'list_id subject template_id send_time'],
      subscriber: ['a subscriber of an audience', 'list_id email merge_fields'],
      audience: ['an audience with its subscribers', 'name contact permission_reminder'],
    },
  ],
  zoom: [
    'camel',
    'Zoom',
    {
      meeting: ['a video meeting', 'topic startTime duration password'],
      recording: ['a cloud recording of a meeting', 'meetingId from to'],
      webinar: ['a webinar with registration', 'topic startTime panelists'],
    },
  ],
  figma: [
    'camel',
    'Figma',
    {
      component: ['a component of a design file', 'fileKey nodeId'],
      designToken: ['colors and type styles of a file', 'fileKey styleType'],
      comment: ['a comment on a design', 'fileKey message position'],
      exportedImage: ['a rendered image of a node', 'fileKey nodeId format scale'],
    },
  ],
  spotify: [
    'camel',
    'Spotify',
    {
      playlist: ['a playlist of the user', 'name description public trackUris'],
      track: ['songs', 'query artist album'],
      playback: ['what is playing on a device', 'deviceId uri positionMs'],
    },
  ],
  weather: [
    'snake',
    'Weather',
    {
      forecast: ['the forecast for a place', 'latitude longitude days units'],
      current_conditions: ['temperature, wind and rain right now', 'city units'],
      air_quality: ['pollution and pollen of a place', 'latitude longitude'],
      storm_warning: ['official warnings of severe weather', 'region severity'],
    },
  ],
  maps: [
    'snake',
    'Maps',
    {
      route: ['directions between two places', 'origin destination mode departure_time'],
      place: ['shops, restaurants and other places nearby', 'query location radius'],
      geocode: ['the coordinates of an address', 'address'],
      travel_time: ['a matrix of distances and travel times', 'origins destinations mode'],
    },
  ],
  trello: [
    'camel',
    'Trello',
    {
      card: ['a card on a board', 'listId name desc due'],
      checklist: ['a checklist of a card', 'cardId name items'],
      boardMember: ['a member of a board', 'boardId email role'],
    },
  ],
  airtable: [
    'snake',
    'Airtable',
    {
      record: ['a record of a table', 'base_id table fields'],
      view: ['a view of a table', 'base_id table filter sort'],
      automation: ['an automation of a base', 'base_id trigger actions'],
    },
  ],
  quickbooks: [
    'camel',
    'QuickBooks',
    {
      expense: ['an expense with its receipt', 'vendor amount category date'],
      bill: ['a bill of a vendor to pay', 'vendor lines dueDate'],
      profitAndLoss: ['the profit and loss report', 'startDate endDate accountingMethod'],
      payrollRun: ['a payroll run', 'payPeriod employees'],
    },
  ],
  workday: [
    'camel',
    'Workday',
    {
      employee: ['an employee', 'workerId department manager'],
      timeOff: ['a request for vacation or sick leave', 'workerId type startDate endDate'],
      jobPosting: ['a job posting', 'title location description'],
      payslip: ['a payslip of an employee', 'workerId period'],
    },
  ],
  okta: [
    'camel',
    'Okta',
    {
      user: ['a user of the directory', 'login email firstName lastName'],
      accessGroup: ['a group that grants access', 'name description'],
      signOnPolicy: ['a policy for signing on', 'name conditions factors'],
    },
  ],
  asana: [
    'snake',
    'Asana',
    {
      task: ['a task of a project', 'project name notes assignee due_on'],
      portfolio: ['a portfolio of projects', 'name color'],
      goal: ['a goal with its progress', 'name metric due_on'],
    },
  ],
  dropbox: [
    'snake',
    'Dropbox',
    {
      file: ['a file in Dropbox', 'path content mode'],
      shared_link: ['a shared link to a file or folder', 'path expires password'],
      file_request: ['a request to upload files', 'title destination deadline'],
    },
  ],
  elasticsearch: [
    'snake',
    'Elasticsearch',
    {
      document: ['a document of an index', 'index id document'],
      alias: ['an alias of an index', 'index alias'],
      snapshot: ['a backup of the cluster', 'repository snapshot indices'],
    },
  ],
  discord: [
    'camel',
    'Discord',
    {
      message: ['a message in a Discord channel', 'channelId content embeds'],
      guildRole: ['a role of a server', 'guildId name permissions'],
      thread: ['a thread in a channel', 'channelId name'],
    },
  ],
  youtube: [
    'camel',
    'YouTube',
    {
      video: ['a video of a channel', 'title description tags privacy'],
      caption: ['subtitles of a video', 'videoId language'],
      liveStream: ['a live stream', 'title scheduledStart'],
      videoComment: ['a comment below a video', 'videoId text'],
    },
  ],
}

/** How each verb describes itself. */
const verbs: Record<string, (words: string, service: string) => string> = {
  list: (words, service) => `Returns ${words} from ${service}, several at a time, with pagination.`,
  get: (words, service) => `Get the details of ${words} in ${service} by its identifier.`,
  create: (words, service) => `Creates ${words} in ${service} and returns it.`,
  update: (words, service) => `Changes fields of ${words} in ${service}. Fields that are left out stay as they are.`,
  delete: (words, service) => `Permanently removes ${words} from ${service}. This cannot be undone.`,
  search: (words, service) => `Finds ${words} in ${service} that match a query.`,
}

const join = (style: Style, verb: string, thing: string): string => {
  if (style === 'camel') return verb + thing[0]!.toUpperCase() + thing.slice(1)
  return style === 'kebab' ? `${verb}-${thing}` : `${verb}_${thing}`
}

export function createToolCatalogue(): GroupTool[] {
  return Object.entries(services).flatMap(([server, [style, title, things]]) =>
    Object.entries(things).flatMap(([thing, [words, parameters]]) =>
      Object.entries(verbs).map(([verb, describe]): GroupTool => {
        const originalName = join(style, verb, thing)
        const own = /list|search/.test(verb) ? ['query', 'limit', 'cursor'] : ['id']
        const names = /create|update/.test(verb)
          ? [...own.slice(verb === 'create' ? 1 : 0), ...parameters.split(' ')]
          : own
        return {
          name: `${server}__${originalName}`,
          originalName,
          server,
          description: describe(words, title),
          inputSchema: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
          },
        }
      }),
    ),
  )
}
