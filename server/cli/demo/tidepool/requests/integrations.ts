import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

export const integrationRequests: DemoRequest[] = [
  {
    title: 'Two-way sync with Google Calendar',
    from: 'Emily Hartley',
    votes: 97,
    state: 'in_progress',
    roadmap: { days: 9 },
    daysAgo: 248,
    text: prose`Tidepool reads my Google calendar, so nobody can book me twice. But what is booked in Tidepool only
      arrives in Google as an invitation that I have to accept, and when I move it there, nothing moves here.

      I live in Google Calendar. I would like Tidepool to be where the rules are, and Google where I look.`,
  },
  {
    title: 'Outlook add-in: insert free times into a mail',
    from: 'Peter Lindgren',
    votes: 59,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`While I write a mail: a button, pick three slots of mine, they land in the text as links. The customer
      clicks one and it is booked. It would do away with half of my correspondence.`,
  },
  {
    title: 'Make the video link by itself (Zoom, Meet)',
    from: 'Sergei Volkov',
    votes: 43,
    shipped: '4.3',
    text: prose`I create the meeting in Zoom, copy the link, paste it into the event, forget to save. Every second
      time without the last step.`,
  },
  {
    title: 'Slack: show who is away today',
    from: 'Dylan Pierce',
    votes: 39,
    shipped: '4.8',
    roadmap: { quarters: 0 },
    text: prose`Set the Slack status while somebody is on leave or in an appointment, and post one line in our channel
      each morning: away today, back on. People ask me because they don't open a calendar.`,
  },
  {
    title: 'Microsoft Teams: the same as for Slack',
    from: 'Karin Wallner',
    votes: 32,
    daysAgo: 104,
    text: 'We would switch from the other half of our tools the day that it is there.',
  },
  {
    title: 'Webhooks for bookings',
    from: 'Amit Shalev',
    votes: 30,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`Created, moved, cancelled. Signed, retried, with the id of the booking and of the person. We poll the
      API every minute and 1,439 times a day the answer is: nothing new.`,
  },
  {
    title: 'iCloud calendars',
    from: 'Charlotte Webb',
    votes: 23,
    text: prose`Our whole studio uses Macs and iPhones. Reading them would be enough, so that dentist and daycare
      count as busy.`,
  },
  {
    title: 'Zapier',
    votes: 18,
    text: 'Or Make, or n8n. One of them opens the door to all the small wishes that you will never have the time for.',
  },
  {
    title: 'The Google import shows some events twice',
    from: 'Inès Garnier',
    votes: 14,
    shipped: '4.7.2',
    daysAgo: 70,
    text: prose`It happens with events that I was invited to by two groups at once. One of the copies stays even after
      the event is deleted in Google. Disconnecting and connecting again helps for about a week.`,
  },
  {
    title: 'API: list the free slots of a booking page',
    from: 'Nikhil Rao',
    votes: 12,
    state: 'planned',
    text: prose`GET /pages/{id}/slots?from=&to= would do. We want to build the booking into our own app with our own
      design, and today we would have to rebuild all of your rules about buffers, limits and notice.`,
  },
  {
    title: 'HubSpot: put the booking on the contact',
    votes: 11,
    text: 'And create the contact when there is none yet. Field mapping can wait.',
  },
  {
    title: 'CalDAV access for Thunderbird and others',
    from: 'Tobias Fuchs',
    votes: 9,
    text: 'An open standard would serve all of those who are not on one of the two big ones. Read and write, please.',
  },
  {
    title: 'The calendar feed is refreshed too rarely',
    votes: 8,
    shipped: '4.4',
    text: prose`I subscribed to the iCal address in another program. A booking of this morning appears tomorrow. I
      know that the program decides how often it asks, but the feed itself says once a day.`,
  },
  {
    title: 'Salesforce: log each booking as an activity',
    votes: 7,
  },
  {
    title: 'Self-hosted video rooms (Jitsi, BigBlueButton)',
    from: 'Petra Schuster',
    votes: 6,
    text: prose`We are a school and may not use the large American services. A field for a link with a placeholder for
      the room would be enough.`,
  },
  {
    title: 'Deadlines of our issue tracker in the calendar',
    votes: 6,
    text: 'Linear in our case. Due dates as all-day events, read only.',
  },
  {
    title: 'WordPress plugin',
    from: 'Teresa Gomes',
    votes: 5,
    text: prose`A block for the editor instead of a piece of HTML, which the editor removes each time that a colleague
      saves the page.`,
  },
  {
    title: 'LINEで予約のリマインダーを送りたい',
    daysAgo: 124,
    from: '鈴木 大輔',
    votes: 5,
    text: prose`メールの開封率は2割ほどですが、LINEならほぼ全員が読んでくれます。前日と当日の朝に自動で送れるようになると、無断キャンセルがかなり減ると思います。`,
  },
  {
    title: 'Personio-Abwesenheiten übernehmen',
    from: 'Paula Richter',
    votes: 5,
    text: prose`Urlaub wird bei uns in Personio beantragt und genehmigt. Jede Abwesenheit trage ich danach noch einmal
      in Tidepool ein, damit niemand gebucht wird. Ein Abgleich in eine Richtung würde völlig reichen.`,
  },
  {
    title: 'Use a Notion page as the agenda of a meeting',
    votes: 4,
  },
  {
    title: 'BambooHR: read approved leave',
    votes: 4,
    text: 'One way is fine.',
  },
  {
    title: 'Outlook events arrive without their title',
    from: 'Monique Lefebvre',
    votes: 3,
    daysAgo: 39,
    text: prose`All of them are called "Busy", also those of my own calendar. Is it a permission that our
      administrator has to give?`,
  },
  {
    title: 'On-call rota from PagerDuty',
    votes: 3,
    text: 'Whoever is on call should not be offered for demos. It is a simple rule that we break every week.',
  },
  {
    title: 'API keys that expire',
    votes: 3,
    text: 'Our policy is 90 days. Also nice: to see when a key was last used, so that we dare to delete it.',
  },
  {
    title: 'Arbeitszeiten nach DATEV exportieren',
    from: 'Florian Huber',
    votes: 3,
    text: prose`Die Stunden sind ja alle da. Ein Export im Format für Lohn und Gehalt würde uns jeden Monat einen
      Nachmittag sparen.`,
  },
  {
    title: 'PayPal, once there are payments',
    from: 'Pilar Navarro',
    daysAgo: 71,
    text: 'Many of my customers have no credit card. Please do not stop at one provider.',
  },
  {
    title: 'Mattermost',
    votes: 2,
    text: 'What you have for Slack, for those of us who run their own chat.',
  },
  {
    title: 'Shopify: book a fitting after buying',
    votes: 2,
    text: 'Wedding dresses. The link should know the order number.',
  },
  {
    title: 'Webex',
    from: 'Helga Thorsdóttir',
    daysAgo: 88,
    text: 'Not my choice either, but the ministry uses nothing else.',
  },
  {
    title: 'Count visits of the booking page without Google Analytics',
    votes: 2,
    text: 'Plausible or Matomo. A field for a script address would be enough, if you think that is safe.',
  },
  {
    title: 'A Python client for the API',
    from: 'Rasmus Holm',
    daysAgo: 27,
    text: prose`Generated from your OpenAPI document would be fine. I have tried; the names of the operations come out
      a bit odd.`,
  },
  {
    title: 'Exporter les absences vers notre logiciel de paie',
    from: 'Matthieu Perrin',
    votes: 2,
    text: prose`Un simple fichier texte à longueur fixe, une ligne par salarié et par jour. Je peux fournir la
      description du format.`,
  },
  {
    title: 'API: accept an idempotency key for bookings',
    from: 'Nikhil Rao',
    daysAgo: 12,
    text: prose`If our request times out we do not know whether the appointment exists. We then ask for a list and
      compare, which is slow and sometimes wrong. A header with our own key, and you answer the same thing twice.`,
  },
  {
    title: 'Telegram bot',
    daysAgo: 6,
    text: 'New bookings as a message, with a button to decline.',
  },
  {
    title: 'Home Assistant: heat the room before the meeting',
    from: 'Oscar Nyström',
    daysAgo: 3,
    text: 'I am only half joking. Our meeting room used to be a barn.',
  },
  {
    title: 'Ask a voice assistant for the next appointment',
    votes: 2,
    state: 'closed',
  },
  {
    title: 'Partnership proposal for your esteemed company',
    from: null,
    votes: 0,
    state: 'rejected',
    text: prose`We are a leading provider of software development with 250 engineers and would like to offer our
      services at the best rates.`,
  },
  {
    title: 'Order replica watches online, free shipping',
    from: null,
    votes: 0,
    state: 'spam',
    text: 'Top quality, same as original. Discount code inside.',
  },
]
