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
    text: prose`I plan the night shifts of a hospital ward. At night, in a dark room, Tidepool is by far the brightest
      thing in it. A dark theme that follows the setting of the computer would already be enough.`,
  },
  {
    title: 'Show week numbers in the month view',
    from: 'Marta Kowalska',
    votes: 28,
    shipped: '4.4',
    text: prose`Our production plan runs on calendar weeks ("delivery in week 38"), and so do those of most of our
      suppliers. Right now I keep a paper calendar next to the screen to translate.`,
  },
  {
    title: 'Different working hours for each weekday',
    from: 'Priya Raman',
    votes: 24,
    shipped: '4.1',
    text: prose`I work 8 to 17 from Monday to Thursday and 8 to 12 on Fridays. I can only set one pair of hours for
      the whole week, so on Friday afternoons I am offered to customers although I am at the playground with my son.`,
  },
  {
    title: 'Two time zones side by side in the week view',
    from: 'Daniel Okafor',
    votes: 33,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`Half of my team is in Lagos and half in Toronto. A second column of hours at the left edge would spare
      us the mental arithmetic, and the meetings at 5 in the morning that it produces.`,
  },
  {
    title: 'Month view takes six seconds to open with 40 calendars',
    from: 'Jonas Keller',
    votes: 20,
    shipped: '4.4',
    text: prose`We have 40 people and 6 rooms. Week view is fine, month view shows a spinner for about six seconds,
      every time, also when I only go one month forward and back again. Chrome and Firefox alike, on a new laptop.`,
  },
  {
    title: 'Undo after moving an event',
    from: 'Emily Hartley',
    votes: 22,
    state: 'planned',
    text: prose`I touch the trackpad, an event jumps to Thursday, and everybody in it has already received an e-mail.
      Please give us ten seconds in which Ctrl+Z (or a button) takes it back before anyone is told.`,
  },
  {
    title: 'Drag an event into another person’s row',
    votes: 14,
    state: 'planned',
    text: prose`In the team view I can drag along the time axis but not up and down. When somebody calls in sick I
      reassign 9 events by hand.`,
  },
  {
    title: 'Reminders show the wrong hour to people in another time zone',
    from: 'Nils Hoffmann',
    votes: 16,
    shipped: '4.7.2',
    daysAgo: 52,
    text: prose`The invitation is right, the reminder for the same appointment is one hour early. Three customers of
      ours sat in an empty call this week.

      Steps:
      1. Be in Lisbon and create a weekly series with somebody in Berlin
      2. Wait for the reminder of the second date
      3. Compare it with the invitation`,
  },
  {
    title: 'Colour events by what they are, not by who made them',
    votes: 11,
    text: prose`Everything of Laura's is green. I would rather see: workshop = blue, customer visit = orange, internal
      = grey, no matter whose calendar it is in. Could be a switch at the top of the view.`,
  },
  {
    title: 'Print a week on a single page',
    votes: 6,
    text: prose`Our drivers do not carry laptops. Printing a week gives me three pages, the last one with nothing but
      the word "Sunday" on it.`,
  },
  {
    title: 'Copy an event to several dates at once',
    votes: 8,
    text: prose`Like a series, but on dates that follow no rule: the 3rd, the 9th and the 24th. Today: copy, paste,
      change date, three times.`,
  },
  {
    title: 'Focus time that moves out of the way',
    from: 'Ravi Deshpande',
    votes: 9,
    text: prose`I want six hours a week of "do not disturb" that Tidepool places where there is room, and moves
      elsewhere when a customer books that slot. A fixed block does not work for me: it is either in the way or
      ignored.`,
  },
  {
    title: 'Hide weekends',
    votes: 5,
    shipped: '4.4',
    text: 'We are closed. They take two sevenths of my screen.',
  },
  {
    title: 'Year view',
    votes: 8,
    text: 'For leave planning I would like twelve small months on one page, coloured by how many people are away.',
  },
  {
    title: 'Repeat on the last working day of the month',
    from: 'Julia Stein',
    votes: 11,
    text: prose`Payroll closes on the last working day. "Last Friday" is not it and "the 31st" is not it. Every
      accountant among your customers will thank you.`,
  },
  {
    title: 'A series should be able to skip public holidays',
    votes: 7,
    text: 'Our team meeting does not take place on Christmas Day, whatever the calendar says.',
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
    text: 'Our working week is Sunday to Thursday. Monday and Sunday are offered as first day, Saturday is not.',
  },
  {
    title: 'Searching without the accent finds nothing',
    from: 'Klara Novotná',
    votes: 3,
    shipped: '4.4',
    text: 'I type "Dvorak" and my colleague Dvořák does not exist.',
  },
  {
    title: 'Tentative events',
    votes: 7,
    text: prose`A third state between free and busy. I pencil in three dates with a client, they pick one, the other
      two go away. Others should see that the time is probably gone.`,
  },
  {
    title: '“Private appointment” tells people too much',
    daysAgo: 83,
    votes: 4,
    text: prose`If I mark something as private, my colleagues see a block named "Private appointment". One of them now
      asks how it went. It should just say "Busy", the same as everything else that they may not read.`,
  },
  {
    title: 'Attach files to an event',
    daysAgo: 131,
    from: 'Rebecca Stone',
    votes: 15,
    text: prose`The agenda, the floor plan, the contract that we are going to talk about. Links are all right as long
      as everybody has access to the same drive, which our clients don't.`,
  },
  {
    title: 'Notes on an event that only our team can read',
    votes: 5,
    text: prose`"Prefers to be called after lunch. Do not mention the invoice." The customer is in the event, so I
      cannot write it down.`,
  },
  {
    title: 'Keyboard shortcuts',
    from: 'Dylan Pierce',
    votes: 10,
    text: 'T for today, arrows for back and forward, N for a new event, / for search. That alone would make my day.',
  },
  {
    title: 'The line for the present time is hard to see',
    text: 'It is light grey on white and one pixel thin. On the projector in our meeting room it is not there at all.',
  },
  {
    title: 'Travel time before and after an appointment',
    from: 'Luis Herrera',
    votes: 18,
    state: 'planned',
    text: prose`I repair heating systems. Between two customers I drive for 20 to 50 minutes. If I enter an address,
      please block the way there as well. An estimate would do; I don't need traffic jams.`,
  },
  {
    title: 'Event templates',
    votes: 6,
    text: 'Our "first consultation" always has the same length, questions, room and text. I create four a day.',
  },
  {
    title: 'Repeat last week’s rota with one click',
    from: 'Grace Wanjiru',
    votes: 12,
    text: prose`Every Thursday I copy 60 shifts to the next week and then change about five of them. A button "same as
      last week" would take an hour of my Thursday away, in the good sense.`,
  },
  {
    title: 'Bring back deleted events',
    daysAgo: 209,
    from: 'Sofie Lindqvist',
    votes: 14,
    text: prose`An apprentice deleted a whole series instead of one day. It was gone for all of us and support could
      only tell me what had been in it. A trash with 30 days would be a relief.`,
  },
  {
    title: 'Calendar looks squashed on an ultrawide screen',
    text: 'At 3440 pixels the week sits in the middle with a hand’s breadth of nothing on either side.',
  },
  {
    title: 'Weather in the calendar',
    from: 'Ingeborg Vik',
    votes: 2,
    state: 'closed',
    text: 'We install roofs. Rain is the difference between a working day and a day of coffee.',
  },
  {
    title: 'Countdown to the next event in the browser tab',
    state: 'closed',
    text: 'Something like "(12 min) Tidepool".',
  },
  {
    title: 'Show lunar dates next to the usual ones',
    from: 'Jessica Tran',
    votes: 2,
    text: prose`Many of our patients choose a date by the lunar calendar. A small number in the corner of each day
      would help my front desk.`,
  },
  {
    title: 'See at a glance who is in the office today',
    votes: 8,
    text: 'One line above the day: in the office, at home, travelling, away. Not a report. A line.',
  },
  {
    title: 'Five-minute grid in the day view',
    text: prose`Our vaccination slots take five minutes. The grid goes down to fifteen, so three patients lie on top
      of each other.`,
  },
  {
    title: 'The screen reader reads out all 336 cells of the week',
    from: 'Ewan MacLeod',
    votes: 4,
    state: 'in_progress',
    roadmap: { days: 38 },
    daysAgo: 118,
    text: prose`I am blind and use NVDA. When I move into the week view I hear "blank, blank, blank" for every half
      hour. A list of the day's events with a heading for each day would let me work on my own again, and I believe
      that arrow keys inside the grid are what the ARIA guide recommends as well. I am happy to test an early version.`,
  },
  {
    title: 'Red and green calendars look the same to me',
    from: 'Anthony Russo',
    votes: 6,
    shipped: '4.4',
    text: prose`I am colour-blind like one man in twelve. Patterns, letters, or simply other colours to choose from,
      please.`,
  },
  {
    title: 'Overlapping events hide one another',
    votes: 9,
    text: prose`With more than three at the same time the fourth becomes a sliver of two pixels that cannot be
      clicked. I only find it because the reminder goes off.`,
  },
  {
    title: 'Jump to a date by typing it',
    text: 'To see next May I click the arrow as many times as there are months in between.',
  },
  {
    title: 'All-day events fill half of the screen',
    votes: 4,
    text: prose`We mark who is on call, on leave, on training… On a bad day this is 14 lines before the first hour
      appears. Let me fold them.`,
  },
  {
    title: 'Agenda for a wall display',
    votes: 5,
    text: prose`A page without menus that shows today's appointments in large letters and refreshes by itself. We have
      a TV at the reception and for now it shows my browser, including my bookmarks.`,
  },
  {
    title: 'Who changed this event, and when?',
    from: "Patrick O'Leary",
    votes: 7,
    text: prose`The site visit moved from 9:00 to 7:30 and nobody has done it. A short history on the event would end
      such discussions.`,
  },
  {
    title: 'Remember which view I had open',
    text: 'Agenda on my phone, month at my desk. Each time that I sign in I am back in the week.',
  },
  {
    title: 'Sort the list of calendars by hand',
    daysAgo: 5,
  },
  {
    title: 'Choose which hours the week view begins and ends with',
    daysAgo: 147,
    votes: 4,
    text: 'We are a bakery. Our day starts at 2 a.m. and I scroll up every single time.',
  },
  {
    title: 'GET 10,000 REAL VISITORS PER DAY!!! cheap and safe',
    from: null,
    votes: 0,
    state: 'spam',
    text: 'Hello dear webmaster, boost your ranking now with our premium traffic. Limited offer, write to us today.',
  },
]
