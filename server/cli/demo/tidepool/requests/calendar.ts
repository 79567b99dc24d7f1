import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

export const calendarRequests: DemoRequest[] = [
  {
    title: 'Dark mode',
    from: 'Zanele Dlamini',
    votes: 84,
    state: 'in_progress',
    roadmap: { quarters: 0 },
    daysAgo: 236,
    text: prose`I schedule night shifts on a hospital ward. The lights are down and Tidepool is the brightest
      thing in the room by far. Just following the system theme would be enough.`,
  },
  {
    title: 'Show week numbers in the month view',
    from: 'Marta Kowalska',
    votes: 28,
    shipped: '4.4',
    text: prose`Our production plan runs on week numbers ("delivery in week 38"), and so do most of our
      suppliers. I keep a paper calendar next to my monitor to look them up.`,
  },
  {
    title: 'Different working hours for each weekday',
    from: 'Priya Raman',
    votes: 24,
    shipped: '4.1',
    text: prose`I work 8 to 5 Monday through Thursday and 8 to noon on Fridays. Tidepool only takes one set of
      hours for the whole week, so customers can book me on Friday afternoon while I'm at the playground with my
      son.`,
  },
  {
    title: 'Show two time zones in the week view',
    from: 'Daniel Okafor',
    votes: 33,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`Half my team is in Lagos and half is in Toronto. A second column of hours on the left would
      save us the math, and the 5 a.m. meetings we get when someone does it wrong.`,
  },
  {
    title: 'Month view takes six seconds to load with 40 calendars',
    from: 'Jonas Keller',
    votes: 20,
    shipped: '4.4',
    text: prose`We have 40 people and 6 rooms. Week view is fine. Month view shows a spinner for about six
      seconds every time, even if I go forward one month and straight back. Same in Chrome and Firefox on a new
      laptop.`,
  },
  {
    title: 'Undo moving an event',
    from: 'Emily Hartley',
    votes: 22,
    state: 'planned',
    text: prose`I brush the trackpad, an event jumps to Thursday, and everyone on it has already gotten an
      email. Please give us ten seconds to hit Ctrl+Z (or a button) before anyone is notified.`,
  },
  {
    title: 'Drag events between people in the team view',
    votes: 14,
    state: 'planned',
    text: prose`I can drag along the timeline but not up or down. When someone calls in sick, I reassign nine
      events by hand.`,
  },
  {
    title: 'Reminders show the wrong time across time zones',
    from: 'Nils Hoffmann',
    votes: 16,
    shipped: '4.7.2',
    daysAgo: 52,
    text: prose`The invitation is right, but the reminder for the same appointment is an hour off. Three of our customers
      joined an empty call this week.

      Steps:
      1. In Lisbon, create a weekly series with someone in Berlin
      2. Wait for the reminder for the second date
      3. Compare it with the invitation`,
  },
  {
    title: 'Color events by type instead of owner',
    votes: 11,
    text: prose`Everything Laura creates is green. I'd rather have workshops in blue, customer visits in
      orange, and internal stuff in gray, no matter whose calendar it's on. A toggle at the top would be fine.`,
  },
  {
    title: 'Print the week on one page',
    votes: 6,
    text: prose`Our drivers don't carry laptops. When I print a week I get three pages, and the last one just
      says "Sunday."`,
  },
  {
    title: 'Copy an event to several dates',
    votes: 8,
    text: prose`Like a recurring event, but for dates with no pattern: the 3rd, the 9th, and the 24th. Right
      now I copy, paste, and change the date three times.`,
  },
  {
    title: 'Flexible focus time',
    from: 'Ravi Deshpande',
    votes: 9,
    text: prose`I want six hours a week of do-not-disturb that Tidepool fits in wherever there's room and
      reschedules if a customer books that slot. Fixed blocks don't work for me. They're either in the way or I
      ignore them.`,
  },
  {
    title: 'Hide weekends',
    votes: 5,
    shipped: '4.4',
    text: "We're closed on weekends. They just waste screen space.",
  },
  {
    title: 'Year view',
    votes: 8,
    text: "For planning time off I'd love twelve small months on one page, shaded by how many people are out.",
  },
  {
    title: 'Repeat on the last business day of the month',
    from: 'Julia Stein',
    votes: 11,
    text: prose`Payroll closes on the last business day. "Last Friday" is wrong and so is "the 31st." Every
      accountant who uses Tidepool will thank you.`,
  },
  {
    title: 'Skip public holidays in recurring events',
    votes: 7,
    text: 'Nobody is coming to the team meeting on Christmas Day.',
  },
  {
    title: 'Feiertage je Bundesland statt nur für ganz Deutschland',
    from: 'Hannah Brandt',
    votes: 13,
    state: 'planned',
    text: prose`Wir haben Büros in München und in Hamburg. An Allerheiligen ist in Bayern frei und in Hamburg nicht, der
      Buchungskalender sperrt den Tag aber für beide oder für keinen. Bitte die Feiertage je Standort wählbar machen.`,
  },
  {
    title: 'Afficher les vacances scolaires par zone',
    from: 'Camille Fournier',
    votes: 5,
    text: prose`Nos clients sont surtout des familles. Voir les zones A, B et C en fond du calendrier nous éviterait
      de proposer des créneaux que personne ne prendra.`,
  },
  {
    title: '振替休日がカレンダーに表示されません',
    from: '佐藤 美咲',
    votes: 3,
    text: '祝日は表示されますが、日曜日と重なった場合の振替休日（翌日の月曜日）が平日の扱いになり、予約を受け付けてしまいます。',
  },
  {
    title: 'عرض الأسبوع من اليمين إلى اليسار',
    from: 'ليلى حداد',
    votes: 3,
    text: prose`عند اختيار اللغة العربية تظهر القوائم بشكل صحيح، لكن أيام الأسبوع تبقى مرتبة من اليسار إلى اليمين.
      نرجو قلب ترتيب الأعمدة أيضًا.`,
  },
  {
    title: 'Start the week on Saturday',
    from: 'عمر الشامي',
    text: 'Our work week is Sunday to Thursday. I can choose Monday or Sunday as the first day, but not Saturday.',
  },
  {
    title: 'Search ignores names with accents',
    from: 'Klara Novotná',
    votes: 3,
    shipped: '4.4',
    text: 'I type "Dvorak" and get no results. My colleague is called Dvořák.',
  },
  {
    title: 'Tentative events',
    votes: 7,
    text: prose`Something between free and busy. I pencil in three dates with a client, they pick one, and the
      other two go away. Everyone else should see that the time is probably taken.`,
  },
  {
    title: '“Private appointment” gives away too much',
    daysAgo: 83,
    votes: 4,
    text: prose`When I mark something private, my coworkers see a block called "Private appointment," and now
      one of them asks me how it went. Just show "Busy" like everything else they can't see.`,
  },
  {
    title: 'Attach files to an event',
    daysAgo: 131,
    from: 'Rebecca Stone',
    votes: 15,
    text: prose`Agendas, floor plans, contracts. Links only work if everyone has access to the same drive, and
      our clients don't.`,
  },
  {
    title: 'Private team notes on events',
    votes: 5,
    text: prose`"Prefers a call after lunch. Don't bring up the invoice." The customer is on the event, so
      there's nowhere to put that.`,
  },
  {
    title: 'Keyboard shortcuts',
    from: 'Dylan Pierce',
    votes: 10,
    text: "T for today, arrow keys to go back and forth, N for new event, / to search. That's all I need.",
  },
  {
    title: 'Current time line is too hard to see',
    text: "It's one pixel of light gray on white. On the projector in our meeting room it's invisible.",
  },
  {
    title: 'Travel time around appointments',
    from: 'Luis Herrera',
    votes: 18,
    state: 'planned',
    text: prose`I repair heating systems and drive 20 to 50 minutes between customers. If I enter an address,
      please block the drive too. A rough estimate is fine, I don't need live traffic.`,
  },
  {
    title: 'Event templates',
    votes: 6,
    text: prose`Our "First consultation" always has the same length, questions, room, and description. I create
      about four a day from scratch.`,
  },
  {
    title: 'Copy last week’s schedule',
    from: 'Grace Wanjiru',
    votes: 12,
    text: prose`Every Thursday I copy 60 shifts into the next week and then change maybe five of them. A "same
      as last week" button would save me an hour.`,
  },
  {
    title: 'Restore deleted events',
    daysAgo: 209,
    from: 'Sofie Lindqvist',
    votes: 14,
    text: prose`A trainee deleted an entire series instead of one day. It was gone for everyone, and support
      could only tell me what had been in it. A trash folder that keeps things for 30 days would be great.`,
  },
  {
    title: 'Use the full width on ultrawide monitors',
    text: 'At 3440 px the week sits in the middle with a big empty margin on both sides.',
  },
  {
    title: 'Weather forecast in the calendar',
    from: 'Ingeborg Vik',
    votes: 2,
    state: 'closed',
    text: "We do roofing. If it rains, we don't work.",
  },
  {
    title: 'Countdown to the next event in the browser tab',
    state: 'closed',
    text: 'Something like "(12 min) Tidepool".',
  },
  {
    title: 'Show lunar calendar dates',
    from: 'Jessica Tran',
    votes: 2,
    text: prose`A lot of our patients pick dates by the lunar calendar. A small number in the corner of each
      day would help my front desk.`,
  },
  {
    title: 'Show who’s in the office today',
    votes: 8,
    text: "One line above the day: in the office, remote, traveling, out. I don't need a report.",
  },
  {
    title: 'Five-minute grid in the day view',
    text: prose`Our vaccination slots are five minutes long. The grid stops at fifteen, so three patients end
      up stacked on top of each other.`,
  },
  {
    title: 'Week view is unusable with a screen reader',
    from: 'Ewan MacLeod',
    votes: 4,
    state: 'in_progress',
    roadmap: { days: 38 },
    daysAgo: 118,
    text: prose`I'm blind and use NVDA. In the week view I hear "blank, blank, blank" for every half hour, 336
      of them. A list of events under a heading for each day would let me plan on my own again. The ARIA guide
      also recommends arrow keys inside a grid. Happy to test an early version.`,
  },
  {
    title: 'Colorblind-friendly calendar colors',
    from: 'Anthony Russo',
    votes: 6,
    shipped: '4.4',
    text: prose`I can't tell the red and green calendars apart, and neither can about one in twelve men.
      Patterns, letters, or just a different palette would all work.`,
  },
  {
    title: 'Overlapping events are impossible to click',
    votes: 9,
    text: prose`With more than three at the same time, the fourth shrinks to a two-pixel sliver. I only know
      it's there because the reminder goes off.`,
  },
  {
    title: 'Jump to a date',
    text: 'To get to next May I have to click the arrow once for every month in between.',
  },
  {
    title: 'Collapse all-day events',
    votes: 4,
    text: prose`We use them for on-call, vacation, training... On a bad day that's 14 rows before I see 8 a.m.
      Let me collapse them.`,
  },
  {
    title: 'Agenda view for a lobby screen',
    votes: 5,
    text: prose`A page with no menus that shows today's appointments in big type and refreshes itself. We have
      a TV at the front desk, and right now it shows my browser, bookmarks and all.`,
  },
  {
    title: 'Event history: who changed what',
    from: "Patrick O'Leary",
    votes: 7,
    text: prose`A site visit moved from 9:00 to 7:30 and nobody will admit to it. A simple history on each
      event would settle this.`,
  },
  {
    title: 'Remember my last view',
    text: "I use agenda on my phone and month at my desk. Every time I sign in, it's back to week.",
  },
  {
    title: 'Reorder the calendar list',
    daysAgo: 5,
  },
  {
    title: 'Set the start and end hours of the week view',
    daysAgo: 147,
    votes: 4,
    text: "We're a bakery. Our day starts at 2 a.m. and I have to scroll up every single time.",
  },
  {
    title: 'GET 10,000 REAL VISITORS PER DAY!!! cheap and safe',
    from: null,
    votes: 0,
    state: 'spam',
    text: 'Hello dear webmaster, boost your ranking now with our premium traffic. Limited offer, write to us today.',
  },
]
