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
    text: prose`Tidepool reads my Google Calendar, so I can't get double-booked. But bookings only show up in Google as an
      invitation I have to accept, and if I move one there, nothing happens in Tidepool.

      I live in Google Calendar. I want Tidepool to handle the rules and Google to be where I look.`,
  },
  {
    title: 'Outlook add-in: insert my availability in an email',
    from: 'Peter Lindgren',
    votes: 59,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`While writing an email I'd like to click a button, pick three of my open slots, and have them
      inserted as links. The customer clicks one and it's booked. That would cut my back-and-forth in half.`,
  },
  {
    title: 'Create Zoom and Google Meet links automatically',
    from: 'Sergei Volkov',
    votes: 43,
    shipped: '4.3',
    text: 'I create the meeting in Zoom, copy the link, paste it into the event, save. Half the time I forget to save.',
  },
  {
    title: 'Slack: show who’s away today',
    from: 'Dylan Pierce',
    votes: 39,
    shipped: '4.8',
    roadmap: { quarters: 0 },
    text: prose`Set people's Slack status when they're on vacation or in an appointment, and post a line to our
      channel each morning with who's out and who's back. People keep asking me because they never open the
      calendar.`,
  },
  {
    title: 'Microsoft Teams integration',
    from: 'Karin Wallner',
    votes: 32,
    daysAgo: 104,
    text: "Same thing as the Slack one. Half the company is on Teams and I can't roll Tidepool out there without it.",
  },
  {
    title: 'Webhooks for bookings',
    from: 'Amit Shalev',
    votes: 30,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`Created, rescheduled, canceled. Signed, with retries, and with the booking and customer IDs. We
      poll the API every minute and 99% of the time nothing has changed.`,
  },
  {
    title: 'iCloud calendar support',
    from: 'Charlotte Webb',
    votes: 23,
    text: prose`Our whole studio is on Macs and iPhones. Read-only would be enough, so dentist appointments and
      daycare pickup count as busy.`,
  },
  {
    title: 'Zapier integration',
    votes: 18,
    text: "Or Make, or n8n. One of those would cover a hundred small requests you'll never get to.",
  },
  {
    title: 'Duplicate events from Google import',
    from: 'Inès Garnier',
    votes: 14,
    shipped: '4.7.2',
    daysAgo: 70,
    text: prose`It happens with events I was invited to through two groups. One copy sticks around even after
      the event is deleted in Google. Disconnecting and reconnecting fixes it for about a week.`,
  },
  {
    title: 'API: list available slots for a booking page',
    from: 'Nikhil Rao',
    votes: 12,
    state: 'planned',
    text: prose`GET /pages/{id}/slots?from=&to= would do it. We want to put booking inside our own app, and
      right now we'd have to reimplement all your rules for buffers, limits, and notice.`,
  },
  {
    title: 'HubSpot: log bookings on the contact',
    votes: 11,
    text: "And create the contact if it doesn't exist yet. Field mapping can wait.",
  },
  {
    title: 'CalDAV support',
    from: 'Tobias Fuchs',
    votes: 9,
    text: "For Thunderbird and everyone else who isn't on Google or Microsoft. Read and write, please.",
  },
  {
    title: 'iCal feed updates too slowly',
    votes: 8,
    shipped: '4.4',
    text: prose`I subscribed to the iCal URL in another app. Something booked this morning shows up tomorrow. I
      know the app decides how often to check, but the feed itself says once a day.`,
  },
  {
    title: 'Salesforce: log bookings as activities',
    votes: 7,
  },
  {
    title: 'Self-hosted video calls (Jitsi, BigBlueButton)',
    from: 'Petra Schuster',
    votes: 6,
    text: prose`We're a school and we're not allowed to use the big US services. A link field with a
      placeholder for the room name would be enough.`,
  },
  {
    title: 'Show issue tracker due dates',
    votes: 6,
    text: 'We use Linear. Due dates as read-only all-day events would be perfect.',
  },
  {
    title: 'WordPress plugin',
    from: 'Teresa Gomes',
    votes: 5,
    text: prose`A proper block for the editor, please. Now it's a piece of HTML that gets stripped every time
      someone saves the page.`,
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
    title: 'Link a Notion page as the meeting agenda',
    votes: 4,
  },
  {
    title: 'Import approved time off from BambooHR',
    votes: 4,
    text: 'One-way is fine.',
  },
  {
    title: 'Outlook events show up without a title',
    from: 'Monique Lefebvre',
    votes: 3,
    daysAgo: 39,
    text: prose`They're all called "Busy," even the ones on my own calendar. Is this a permission our admin has
      to grant?`,
  },
  {
    title: 'PagerDuty on-call schedules',
    votes: 3,
    text: "People who are on call shouldn't get booked for demos. We get this wrong every week.",
  },
  {
    title: 'Expiring API keys',
    votes: 3,
    text: "Our policy is 90 days. It'd also help to see when a key was last used so we know what's safe to delete.",
  },
  {
    title: 'Arbeitszeiten nach DATEV exportieren',
    from: 'Florian Huber',
    votes: 3,
    text: prose`Die Stunden sind ja alle da. Ein Export im Format für Lohn und Gehalt würde uns jeden Monat einen
      Nachmittag sparen.`,
  },
  {
    title: 'PayPal support',
    from: 'Pilar Navarro',
    daysAgo: 71,
    text: prose`For when payments are ready. A lot of my customers don't have a credit card, so please don't
      stop at one provider.`,
  },
  {
    title: 'Mattermost integration',
    votes: 2,
    text: 'Like the Slack one, for those of us who host our own chat.',
  },
  {
    title: 'Shopify: book a fitting after checkout',
    votes: 2,
    text: 'We sell wedding dresses. The booking link should know the order number.',
  },
  {
    title: 'Webex support',
    from: 'Helga Thorsdóttir',
    daysAgo: 88,
    text: "Not my first choice either, but it's all the ministry uses.",
  },
  {
    title: 'Plausible or Matomo on booking pages',
    votes: 2,
    text: prose`We'd rather not use Google Analytics. A field for a script URL would be enough, if you're OK
      with that security-wise.`,
  },
  {
    title: 'Python client for the API',
    from: 'Rasmus Holm',
    daysAgo: 27,
    text: prose`Generating it from your OpenAPI file would be fine. I tried it myself, and the method names
      come out a bit weird.`,
  },
  {
    title: 'Exporter les absences vers notre logiciel de paie',
    from: 'Matthieu Perrin',
    votes: 2,
    text: prose`Un simple fichier texte à longueur fixe, une ligne par salarié et par jour. Je peux fournir la
      description du format.`,
  },
  {
    title: 'API: idempotency keys for bookings',
    from: 'Nikhil Rao',
    daysAgo: 12,
    text: prose`If a request times out, we can't tell whether the appointment was created. We list everything
      and compare, which is slow and sometimes wrong. Let us send our own key in a header so we can retry
      safely.`,
  },
  {
    title: 'Telegram bot',
    daysAgo: 6,
    text: 'Message me about new bookings, with a button to decline.',
  },
  {
    title: 'Home Assistant: heat the room before meetings',
    from: 'Oscar Nyström',
    daysAgo: 3,
    text: 'Only half joking. Our meeting room used to be a barn.',
  },
  {
    title: 'Voice assistant support',
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
