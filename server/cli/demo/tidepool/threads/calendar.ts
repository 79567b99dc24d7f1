import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

export const calendarThreads: DemoThread[] = [
  {
    on: 'Dark mode',
    comments: [
      {
        from: 'Dylan Pierce',
        after: 1,
        text: 'Yes please! Just follow the system setting, no toggle to hunt for.',
      },
      {
        from: 'Freya Madsen',
        after: 4,
        text: prose`Please keep our calendar colors readable, though. Another tool we use has dark blue on
          black.`,
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 1,
            text: prose`That's what's taking us so long, actually. There are 24 calendar colors and they all
          have to work on both backgrounds. We're checking the contrast of each one.`,
          },
        ],
      },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: "We've started on this. Week view first, then booking pages, then settings.",
        replies: [
          { from: 'Zanele Dlamini', after: 1, text: 'My eyes thank you in advance 🙏' },
          { from: 'Victor Almeida', after: 6, text: 'Will emails be dark too?' },
          {
            staff: 'Wei Ling Tan',
            after: 1,
            text: 'No, email apps handle that themselves, and they all do it differently.',
          },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 3,
        isNote: true,
        text: "Zanele offered to test on real night shifts. Let's get her the preview first.",
      },
    ],
  },
  {
    on: 'Show week numbers in the month view',
    comments: [
      {
        from: 'Lars Eriksen',
        after: 2,
        text: "Everyone in Scandinavia plans by week number. I was surprised it wasn't there.",
      },
      {
        from: 'Jack Turnbull',
        after: 3,
        text: 'Please make it a setting. US week numbers are different.',
        replies: [
          {
            staff: 'Tomás Rivera',
            after: 1,
            text: "Good point. It'll follow your first day of the week: ISO weeks if it's Monday.",
          },
        ],
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: 'Week numbers are in 4.4. Turn them on under Settings → Calendar → Show week numbers.',
      },
      { from: 'Marta Kowalska', after: 1, text: 'The paper calendar is in the recycling. Thanks!' },
    ],
  },
  {
    on: 'Show two time zones in the week view',
    comments: [
      {
        from: 'Nikhil Rao',
        after: 3,
        text: "We'd need three. Or let me pick people and figure out their time zones for me.",
      },
      {
        from: 'Charlotte Webb',
        after: 9,
        text: prose`Please show the day too. I've been burned by a bare "02:00" before.`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: prose`This is planned. The first version will have up to three columns and show the day
          where it's different. Does anyone need half-hour offsets?`,
        replies: [
          { from: 'Ravi Deshpande', after: 1, text: 'About 1.4 billion people in India do :)' },
          { staff: 'Ingrid Solheim', after: 1, text: "Ha, fair. They're in." },
        ],
      },
    ],
  },
  {
    on: 'Month view takes six seconds to load with 40 calendars',
    comments: [
      { from: 'Stefan Graf', after: 1, text: 'Same here with 55. I think it got slower two versions ago.' },
      {
        staff: 'Wei Ling Tan',
        after: 2,
        text: prose`Thanks, I can reproduce it. We reload the whole year's holidays once per person, which
          is as silly as it sounds.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 0.2,
        isNote: true,
        text: prose`41 holiday queries per view, 130 ms each. One query plus a one-day cache fixes this
          and the slow print view.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: 'Fixed in 4.4. It takes 0.4 seconds with 40 calendars on my slow test laptop.',
      },
      {
        from: 'Jonas Keller',
        after: 1,
        text: "Confirmed, it's basically instant now. Great work.",
      },
    ],
  },
  {
    on: 'Undo moving an event',
    comments: [
      { from: 'Bianca Ferrari', after: 2, text: 'I once invited our biggest customer to a 3 a.m. call this way.' },
      {
        from: 'Ewan MacLeod',
        after: 5,
        text: prose`If it's a button that disappears after ten seconds, please announce it to screen
          readers and make it focusable.`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: "We'll hold notifications for 15 seconds. You'll be able to undo with a button or Ctrl+Z.",
      },
    ],
  },
  {
    on: 'Reminders show the wrong time across time zones',
    comments: [
      { from: 'Lucy Armstrong', after: 0.3, text: 'Happened to us with a customer in Dublin. Pretty embarrassing.' },
      {
        staff: 'Tomás Rivera',
        after: 0.4,
        text: prose`Sorry about this. We used the time zone of whoever created the series instead of the
          recipient's. We're testing a fix.`,
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: prose`Fixed in 4.7.2. Reminders that haven't been sent yet are already corrected, so there's
          nothing you need to do.`,
      },
    ],
  },
  {
    on: 'Feiertage je Bundesland statt nur für ganz Deutschland',
    comments: [
      {
        from: 'Julia Stein',
        after: 2,
        text: 'Das Gleiche in der Schweiz mit den Kantonen, falls ihr schon dabei seid.',
      },
      {
        from: 'Karin Wallner',
        after: 3,
        text: 'Und in Österreich ist Karfreitag bei manchen frei und bei manchen nicht. Am besten frei wählbar.',
      },
      {
        staff: 'Tomás Rivera',
        after: 'planned',
        text: 'Danke euch! Wir planen Feiertage je Standort, dazu eigene freie Tage. Die Schweizer Kantone sind dabei.',
      },
    ],
  },
  {
    on: '“Private appointment” gives away too much',
    comments: [
      { from: 'Miriam Adler', after: 2, text: 'Agreed. The label gives it away.' },
      {
        from: 'Will Prescott',
        after: 3,
        text: prose`I like being able to tell "busy with a customer" from "busy, don't ask." Could we keep
          it as an option?`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        text: 'What if you could choose what other people see: the title, "Private," or "Busy"?',
      },
      { from: 'Miriam Adler', after: 1, text: 'That would work for us, as long as "Busy" is the default.' },
    ],
  },
  {
    on: 'Attach files to an event',
    comments: [
      {
        from: 'Olivier Lambert',
        after: 5,
        text: 'Please limit what customers can upload. We once got an entire wedding video.',
      },
      { from: null, after: 20, text: 'pdf only would be fine for us' },
    ],
  },
  {
    on: 'Restore deleted events',
    comments: [
      {
        from: 'Thabo Nkosi',
        after: 1,
        text: 'And please ask before deleting a series. "This one" and "All" are way too close together.',
      },
      {
        staff: 'Tomás Rivera',
        after: 1,
        text: prose`In the meantime, contact support within seven days and we can restore your workspace
          from a backup.`,
      },
      {
        from: 'Sofie Lindqvist',
        after: 1,
        text: "You did, within two hours. Thank you! I'd still sleep better with a trash folder.",
      },
    ],
  },
  {
    on: 'Weather forecast in the calendar',
    comments: [
      { from: 'Rasmus Holm', after: 6, text: "Not for me, there's enough on the screen already." },
      {
        staff: 'Ingrid Solheim',
        after: 'closed',
        text: prose`We talked about this and decided not to build it. Good forecast data is expensive, and
          a bad forecast is worse than none. Once you can show feeds behind the days, you'll be
          able to subscribe to any weather calendar.`,
      },
      { from: 'Ingeborg Vik', after: 1, text: "Makes sense. I'll keep looking out the window." },
    ],
  },
  {
    on: 'Week view is unusable with a screen reader',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 2,
        text: "Thanks for the detailed report, and for offering to test. I'll email you.",
      },
      {
        from: 'Mirjam Koster',
        after: 4,
        text: 'Same with VoiceOver. A list per day would be ideal.',
      },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: prose`There's a first version you can turn on in your profile ("Preview: list for screen
          readers"). Each day has a heading, events are a list, and Escape gets you out of the
          grid.`,
        replies: [
          {
            from: 'Ewan MacLeod',
            after: 2,
            text: prose`I planned a whole week on my own today for the first time. Some dates are read in the
          wrong language, I'll email you the details.`,
          },
        ],
      },
    ],
  },
  {
    on: 'Colorblind-friendly calendar colors',
    comments: [
      {
        from: 'Simon Achterberg',
        after: 2,
        text: 'A letter on each event would help with black-and-white printouts too.',
      },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Done in 4.4. There's a new palette tested for the common types of color blindness, and
          events show initials.`,
      },
      { from: 'Anthony Russo', after: 2, text: 'I can finally tell whose is whose. Thank you!' },
    ],
  },
  {
    on: 'Set the start and end hours of the week view',
    comments: [
      { from: 'Emeka Nwosu', after: 3, text: 'Same for our drivers, 3 a.m. to noon.' },
      {
        staff: 'Tomás Rivera',
        after: 2,
        text: 'Would it work if the view started an hour before the earliest working hours of anyone shown?',
      },
    ],
  },
]
