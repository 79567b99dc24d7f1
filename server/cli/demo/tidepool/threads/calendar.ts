import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

export const calendarThreads: DemoThread[] = [
  {
    on: 'Dark mode',
    comments: [
      {
        from: 'Dylan Pierce',
        after: 1,
        text: 'Yes! Please follow the system setting and do not make me find a switch.',
      },
      {
        from: 'Freya Madsen',
        after: 4,
        text: 'And keep the colours of our calendars readable. Dark blue on black is what I have in another product.',
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 1,
            text: prose`That is exactly why it takes us a moment: 24 calendar colours have to work on both
              backgrounds. We are checking the contrast of each.`,
          },
        ],
      },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: 'We have begun. The week view goes first, then booking pages, then settings.',
        replies: [
          { from: 'Zanele Dlamini', after: 1, text: 'My eyes thank you in advance.' },
          { from: 'Victor Almeida', after: 6, text: 'Will e-mails be dark as well?' },
          { staff: 'Wei Ling Tan', after: 1, text: 'No, mail programs do that on their own, each in its own way.' },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 3,
        isNote: true,
        text: 'Zanele offered to test on real night shifts. Let us send her the preview before anyone else.',
      },
    ],
  },
  {
    on: 'Show week numbers in the month view',
    comments: [
      {
        from: 'Lars Eriksen',
        after: 2,
        text: 'In the whole of Scandinavia people plan by week number. I expected it to be there.',
      },
      {
        from: 'Jack Turnbull',
        after: 3,
        text: 'Please make it a setting. In the US week 1 is not your week 1.',
        replies: [
          {
            staff: 'Tomás Rivera',
            after: 1,
            text: 'Good point. It will follow the first day of the week, with ISO weeks for Monday.',
          },
        ],
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: 'Week numbers are in version 4.4: Settings, Calendar, Show week numbers.',
      },
      { from: 'Marta Kowalska', after: 1, text: 'The paper calendar has been retired with full honours.' },
    ],
  },
  {
    on: 'Two time zones side by side in the week view',
    comments: [
      {
        from: 'Nikhil Rao',
        after: 3,
        text: 'Three in our case. Or let me pick the people, and you find out which zones they are in.',
      },
      {
        from: 'Charlotte Webb',
        after: 9,
        text: 'It should say which day it is over there. "02:00" alone has burnt me before.',
      },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: prose`Planned. The first version will have up to three columns, with the day where it differs. Does
          anybody need half-hour zones?`,
        replies: [
          { from: 'Ravi Deshpande', after: 1, text: '1.4 billion people do :)' },
          { staff: 'Ingrid Solheim', after: 1, text: 'Fair. Consider it done.' },
        ],
      },
    ],
  },
  {
    on: 'Month view takes six seconds to open with 40 calendars',
    comments: [
      { from: 'Stefan Graf', after: 1, text: 'Same here with 55 calendars. It got slower about two versions ago.' },
      {
        staff: 'Wei Ling Tan',
        after: 2,
        text: prose`Thank you both, I can reproduce it. For every person we ask again for the holidays of the whole
          year, which is as silly as it sounds.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 0.2,
        isNote: true,
        text: prose`41 queries for holidays per view, each 130 ms. One query and a cache for a day; also fixes the
          slow print view.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: 'Released in 4.4. With 40 calendars it takes 0.4 seconds on my slow test laptop.',
      },
      {
        from: 'Jonas Keller',
        after: 1,
        text: 'Confirmed, it is there before I have let go of the button. Great work.',
      },
    ],
  },
  {
    on: 'Undo after moving an event',
    comments: [
      { from: 'Bianca Ferrari', after: 2, text: 'I once invited our biggest customer to 3 a.m. this way.' },
      {
        from: 'Ewan MacLeod',
        after: 5,
        text: prose`If it is a button that goes away after ten seconds: please announce it to screen readers, and let
          me focus it.`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: 'We will hold messages back for 15 seconds, and undo works by button and by Ctrl+Z.',
      },
    ],
  },
  {
    on: 'Reminders show the wrong hour to people in another time zone',
    comments: [
      { from: 'Lucy Armstrong', after: 0.3, text: 'Happened to us with a customer in Dublin. Embarrassing.' },
      {
        staff: 'Tomás Rivera',
        after: 0.4,
        text: prose`I am sorry about this. We take the zone of whoever created the series instead of that of the
          reader. A fix is being tested.`,
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: 'Fixed in 4.7.2. Reminders that have not gone out yet are right already; nothing to do for you.',
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
    on: '“Private appointment” tells people too much',
    comments: [
      { from: 'Miriam Adler', after: 2, text: 'Agreed. The word itself is the information.' },
      {
        from: 'Will Prescott',
        after: 3,
        text: 'I like that I can tell apart "busy with a customer" and "busy, do not ask". Could it stay as an option?',
      },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        text: 'What if everybody chooses for themselves what others see: the title, "Private" or "Busy"?',
      },
      { from: 'Miriam Adler', after: 1, text: 'That would work for us, with "Busy" as the one to begin with.' },
    ],
  },
  {
    on: 'Attach files to an event',
    comments: [
      {
        from: 'Olivier Lambert',
        after: 5,
        text: 'With a limit on what customers may upload, please. We once received a whole wedding video.',
      },
      { from: null, after: 20, text: 'PDF only would be fine for us.' },
    ],
  },
  {
    on: 'Bring back deleted events',
    comments: [
      {
        from: 'Thabo Nkosi',
        after: 1,
        text: 'And ask before deleting a series. "This one" and "all of them" are one pixel apart.',
      },
      {
        staff: 'Tomás Rivera',
        after: 1,
        text: prose`Until there is a trash: write to support within seven days and we can restore from a backup, one
          workspace at a time.`,
      },
      {
        from: 'Sofie Lindqvist',
        after: 1,
        text: 'You did, within two hours, thank you. I would still sleep better with a trash.',
      },
    ],
  },
  {
    on: 'Weather in the calendar',
    comments: [
      { from: 'Rasmus Holm', after: 6, text: 'I would rather see what the day is about than whether it rains on it.' },
      {
        staff: 'Ingrid Solheim',
        after: 'closed',
        text: prose`We have talked about it and will not do it ourselves: a forecast that is wrong is worse than none,
          and good ones are expensive. Once feeds can be shown behind the days, you can subscribe to any weather
          calendar.`,
      },
      { from: 'Ingeborg Vik', after: 1, text: 'Understood. I will look out of the window until then.' },
    ],
  },
  {
    on: 'The screen reader reads out all 336 cells of the week',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 2,
        text: 'Thank you for the precise description, and for the offer. I will write to you.',
      },
      {
        from: 'Mirjam Koster',
        after: 4,
        text: 'With VoiceOver it is the same. A list per day would be the best of all worlds.',
      },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: prose`First version behind a switch in your profile ("Preview: list for screen readers"). Headings for
          the days, events as a list, and the grid can be left with Escape.`,
        replies: [
          {
            from: 'Ewan MacLeod',
            after: 2,
            text: prose`I planned a whole week alone today, for the first time. Some dates are read in the wrong
              language; details by mail.`,
          },
        ],
      },
    ],
  },
  {
    on: 'Red and green calendars look the same to me',
    comments: [
      { from: 'Simon Achterberg', after: 2, text: 'A letter on each event would help on black-and-white prints, too.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Done in 4.4: a palette that was tested for the common kinds of colour-blindness, and initials on
          events.`,
      },
      { from: 'Anthony Russo', after: 2, text: 'I see who is who. It is a strange and wonderful feeling.' },
    ],
  },
  {
    on: 'Choose which hours the week view begins and ends with',
    comments: [
      { from: 'Emeka Nwosu', after: 3, text: 'Drivers, too: 3 a.m. to noon.' },
      {
        staff: 'Tomás Rivera',
        after: 2,
        text: prose`Would it be right for you if the view began one hour before the earliest working hours of the
          people shown?`,
      },
    ],
  },
]
