import { markdown } from './text.ts'
import type { DemoEntry, TagName } from './types.ts'

export const tagColors: Record<TagName, string> = {
  New: '#2563eb',
  Improved: '#0d9488',
  Fixed: '#d97706',
  Integrations: '#7c3aed',
  Mobile: '#db2777',
  Security: '#b91c1c',
}

export const entries: DemoEntry[] = [
  {
    title: 'Working hours for each weekday',
    versionLabel: '4.1',
    tags: ['Improved'],
    daysAgo: 248,
    reactions: { '👍': 14, '🎉': 5 },
    body: markdown`
      Not every day is nine to five. You can now set **different hours for each weekday**, with as many breaks as you
      like. Your booking pages follow them automatically.

      We also added **buffer time**. Set it before or after bookings on each page, and back-to-back bookings share one
      buffer.

      Your current hours haven’t changed. To edit them, go to *Settings → Working hours*.
    `,
  },
  {
    title: 'Rooms and equipment',
    versionLabel: '4.2',
    tags: ['New'],
    daysAgo: 221,
    reactions: { '👍': 19, '🎉': 11, '❤️': 4 },
    body: markdown`
      Meeting rooms, projectors, and company cars now have their own calendars, and they don’t use up a seat.

      - Give each room a **capacity** and a list of equipment, so people can search for “8 people with a screen.”
      - Add a room to a booking page to only offer times when the room is free too.
      - Choose who can book what, and how far in advance.

      **Also in this release:** the type of time off is now private. Coworkers see *Away*, and only people who approve
      time off see the reason.
    `,
  },
  {
    title: 'Automatic Zoom and Google Meet links',
    versionLabel: '4.3',
    tags: ['New', 'Integrations'],
    daysAgo: 189,
    reactions: { '👍': 22, '🚀': 9, '❤️': 6, '😄': 2 },
    body: markdown`
      Connect **Zoom** or **Google Meet** once, and we’ll add a unique link to every online appointment. It’s in the
      event, the confirmation, and the reminder.

      Customers can now choose *phone, video, or in person* when they book, so you need one page instead of three.

      We also launched a status page. See how we’re doing at [status.example.com](https://status.example.com).
    `,
  },
  {
    title: 'Faster month view and bug fixes',
    versionLabel: '4.4',
    tags: ['Improved', 'Fixed'],
    daysAgo: 158,
    reactions: { '👍': 31, '❤️': 12, '🚀': 15, '🎉': 3 },
    body: markdown`
      ## Faster
      With 40 calendars, the month view now loads in **0.4 seconds instead of six**.

      ## Easier to read
      - Optional week numbers
      - A colorblind-friendly palette, and initials on events
      - An option to hide weekends

      ## Fixed
      - Two customers could book the same slot if they clicked at the same moment
      - Searching for *Dvorak* didn’t find *Dvořák*
      - iCal feeds only updated once a day (it’s now every 15 minutes)
      - The product tour couldn’t be closed on small screens
    `,
  },
  {
    title: 'Round robin booking',
    versionLabel: '4.5',
    tags: ['New', 'Improved'],
    daysAgo: 126,
    reactions: { '👍': 27, '🎉': 18, '❤️': 8, '🚀': 6 },
    comments: [
      {
        from: 'Nicole Berger',
        after: 1,
        text: 'If someone’s on vacation, do they get extra bookings afterward to catch up?',
      },
      {
        staff: 'Ingrid Solheim',
        after: 1,
        text: 'No, we skip them while they’re away, and they pick up where everyone else is.',
      },
    ],
    body: markdown`
      Share one booking page with your whole team and split bookings fairly.

      | Distribution | Who gets the next booking |
      |---|---|
      | Rotate | Whoever is next and available |
      | Balance | Whoever had the fewest in the last 30 days |
      | Same person | Whoever the customer met last time |

      Set **weights** for people who work part-time.

      Also new: customers can **reschedule** instead of canceling, you can set a **daily booking limit**, and you can
      export all bookings as CSV.
    `,
  },
  {
    title: 'Single sign-on, on every plan',
    versionLabel: '4.6',
    tags: ['New', 'Security'],
    daysAgo: 96,
    commentsEnabled: false,
    reactions: { '👍': 16, '❤️': 9, '👀': 4 },
    body: markdown`
      Your team can now sign in with **SAML 2.0**. We’ve tested it with Entra ID, Okta, Google Workspace, and Keycloak.

      Owners can also **require two-factor authentication** for everyone. People get seven days to set it up, and we’ll
      send the reminders so you don’t have to.

      Both are included on every plan at no extra cost.
    `,
  },
  {
    title: 'Tidepool for Android',
    versionLabel: '4.7',
    tags: ['New', 'Mobile'],
    daysAgo: 63,
    reactions: { '👍': 24, '🎉': 29, '🚀': 21, '❤️': 13 },
    comments: [
      {
        from: 'Jessica Tran',
        after: 1,
        text: 'When is the tablet version coming?',
        replies: [
          {
            staff: 'Wei Ling Tan',
            after: 1,
            text: 'It works on tablets today, but it looks like a big phone. A proper layout is next on our mobile list.',
          },
        ],
      },
      { from: 'Kenji Watanabe', after: 3, text: 'Super smooth. Congrats!' },
    ],
    body: markdown`
      After six months, 46 builds, and feedback from 212 testers, our Android app is out of beta.

      - Swipe between days, or press and hold to create an event
      - Notifications arrive on time, even when your phone is asleep
      - Unlock with your fingerprint
      - Text follows your system font size

      Thank you to everyone who posted on the beta board. It’s closed now, but we read every request.
    `,
  },
  {
    title: 'Fixes for reminders, cancellations, and Google import',
    versionLabel: '4.7.2',
    tags: ['Fixed'],
    daysAgo: 34,
    reactions: { '👍': 11, '👀': 2 },
    body: markdown`
      - Reminders now show the time in the recipient’s time zone
      - Cancel links now **ask for confirmation**, because some email security scanners were opening them and canceling
        appointments
      - Fixed duplicate events from Google import
    `,
  },
  {
    title: 'See who’s away in Slack',
    versionLabel: '4.8',
    tags: ['New', 'Integrations'],
    daysAgo: 12,
    reactions: { '👍': 18, '🚀': 7, '😄': 9, '❤️': 3 },
    comments: [
      {
        from: 'Oscar Nyström',
        after: 2,
        text: 'Love it. Can I pick the emoji, though? A palm tree is a bit much for a dentist appointment.',
      },
    ],
    body: markdown`
      Get a daily summary in any Slack channel:

      > **Away today:** Laura, Marek (back Thursday) · **Back today:** Wei Ling

      If you connect your own Slack account, we’ll also set your status while you’re in an appointment. It’s opt-in, so
      nobody’s status changes unless they turn it on.
    `,
  },
  {
    title: 'Your Google Calendar, both ways',
    versionLabel: '4.9',
    tags: ['New', 'Integrations'],
    links: ['Two-way sync with Google Calendar'],
    daysAgo: 4,
    state: 'scheduled',
    body: markdown`
      Changes you make in Google Calendar now show up in Tidepool within seconds, and vice versa.

      - **Private events stay private.** They sync as *Busy*, without a title
      - If the same event changes in both places, the later change wins, and the other one is kept in the event history
      - Turn it on for each calendar under *Settings → Integrations*

      We’re rolling this out to all workspaces this week.
    `,
  },
  {
    title: 'Group polls',
    versionLabel: '4.10',
    tags: ['New'],
    links: ['Group polls'],
    daysAgo: 6,
    state: 'draft',
    body: markdown`
      Suggest a few times, share one link, and see what works for everyone. **No account needed to respond.**

      TODO: screenshot of the results table. Mention that suggested times are held as tentative.
    `,
  },
  {
    title: 'Time-off balances',
    versionLabel: null,
    tags: ['New', 'Improved'],
    links: ['Time-off balances', 'Half-day time off'],
    daysAgo: 2,
    state: 'draft',
    body: markdown`
      Outline: days per year, used, planned, remaining · part-time · carryover · who can see whose balance.
      Screenshots from Wei Ling.
    `,
  },
]
