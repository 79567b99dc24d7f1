import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

/** Requests about rooms, time off, roles, notifications, reports and invoices. */
export const teamRequests: DemoRequest[] = [
  {
    title: 'Time-off balances',
    from: 'Sandra Meier',
    votes: 40,
    state: 'in_progress',
    roadmap: { quarters: 0 },
    daysAgo: 190,
    text: prose`Tidepool knows when everyone's out but not how many days they have left. So we keep a
      spreadsheet, and it's wrong by the second week of January. We'd need days per year, used, planned, and
      remaining, plus part-time and carryover.`,
  },
  {
    title: 'Separate calendars for rooms and equipment',
    from: 'Stefan Graf',
    votes: 36,
    shipped: '4.2',
    roadmap: { quarters: 0 },
    text: prose`Right now we have a "coworker" named Meeting Room 2. It costs us a license and gets invited to
      the summer party. Same with the projectors and the company car.`,
  },
  {
    title: 'Export bookings as CSV',
    from: 'Jonas Keller',
    votes: 22,
    shipped: '4.5',
    text: prose`Date, length, person, appointment type, answers. Whatever reports you build, finance will still
      want a spreadsheet.`,
  },
  {
    title: 'Desk booking',
    from: 'Megan Doyle',
    votes: 19,
    text: prose`60 people, 38 desks. If you're coming in Wednesday, you want to know on Tuesday whether there's
      a desk near your team. A floor plan would be nice, but a list is fine.`,
  },
  {
    title: 'SAML single sign-on',
    from: 'Philip Crane',
    votes: 19,
    shipped: '4.6',
    text: prose`Our security team requires it for any tool with more than 50 users. We're on Entra ID. I have
      340 people waiting.`,
  },
  {
    title: 'Shift swaps',
    daysAgo: 207,
    from: 'Thabo Nkosi',
    votes: 18,
    text: prose`Two people agree, one taps "swap," the other accepts, and the shift lead gets notified. Today
      it's a group chat with 300 messages.`,
  },
  {
    title: 'Release rooms when nobody checks in',
    votes: 17,
    state: 'planned',
    text: prose`All our rooms are booked and half of them are empty. Ask people to check in within ten minutes,
      or free up the room.`,
  },
  {
    title: 'Role for staff who only manage bookings',
    from: 'Henrik Dahl',
    votes: 16,
    text: prose`Our temps need to add appointments. They don't need to be able to delete a booking page, which
      has happened.`,
  },
  {
    title: 'Batch email notifications',
    daysAgo: 150,
    from: 'Ben Ashworth',
    votes: 15,
    text: prose`When we publish next month's schedule, everyone gets a separate email for every shift. Please
      combine whatever happens within ten minutes or so into one.`,
  },
  {
    title: 'Half-day time off',
    votes: 14,
    state: 'planned',
    text: 'Morning or afternoon is enough. Right now we add an all-day event and write "half day :(" in the title.',
  },
  {
    title: 'Report of hours per client',
    from: 'Arjun Mehta',
    votes: 13,
    text: prose`We bill by the hour and the hours are already in there. Totals per client per month, with a way
      to see the appointments behind each number.`,
  },
  {
    title: 'Guest access to a team calendar',
    votes: 12,
    text: 'Freelancers should see one calendar for three months and nothing else.',
  },
  {
    title: 'Minimum staffing alerts',
    from: 'Grace Wanjiru',
    votes: 11,
    text: 'By law we need two nurses on at all times. I look for gaps by staring at the schedule.',
  },
  {
    title: 'Approve time off by email',
    votes: 11,
    text: "Put two buttons in the email. I'm on construction sites all day and the form takes five taps to get to.",
  },
  {
    title: 'Require two-factor authentication for everyone',
    votes: 11,
    shipped: '4.6',
    text: "I can turn it on for myself and ask everyone else nicely. I'd rather not have to ask.",
  },
  {
    title: 'Hide sick leave from coworkers',
    from: 'Miriam Adler',
    votes: 10,
    shipped: '4.2',
    text: prose`They can see that someone is away, but not why. Our works council is not happy, and they're
      right: it's health data under GDPR.`,
  },
  {
    title: 'Import events from CSV or Excel',
    votes: 10,
    text: 'I have a year of training sessions: 180 rows with date, room, and trainer. Nobody is going to type that in.',
  },
  {
    title: 'SCIM provisioning',
    from: 'Philip Crane',
    votes: 9,
    state: 'planned',
    text: prose`Follow-up to SAML. When people leave they can't sign in anymore, but the account stays and we
      keep paying for it.`,
  },
  {
    title: 'Transfer events when someone leaves',
    votes: 9,
    text: 'Recurring ones too. At our place, people spend their last day doing this by hand.',
  },
  {
    title: 'Room display for a tablet by the door',
    votes: 8,
    text: 'Green or red, until when, and a button to grab the room for 15 minutes.',
  },
  {
    title: 'Audit log for admins',
    votes: 8,
    text: prose`Who invited whom, who changed which role, who exported what. With its own export so we can feed
      it into our security tools.`,
  },
  {
    title: 'Urlaubsantrag mit Vertretung',
    from: 'Nils Hoffmann',
    votes: 7,
    text: prose`Bei uns wird Urlaub nur genehmigt, wenn eine Vertretung eingetragen ist und diese zugestimmt hat.
      Schön wäre, wenn Tidepool gleich warnt, falls die Vertretung im selben Zeitraum selbst weg ist.`,
  },
  {
    title: 'Daily summary email at 7 a.m.',
    votes: 7,
    text: "What's on today, with whom, and where. I'd read it on the tram.",
  },
  {
    title: 'Deactivate people without losing their history',
    votes: 6,
    text: 'When we remove someone, their old appointments disappear from the yearly stats.',
  },
  {
    title: 'VAT ID on the invoice',
    from: 'Lars Eriksen',
    votes: 6,
    text: 'Without it our accountant sends every single invoice back.',
  },
  {
    title: 'Nested teams',
    votes: 5,
    text: prose`Region, branch, group. Holidays come from the region, opening hours from the branch, and
      schedules from the group.`,
  },
  {
    title: 'Parking spaces',
    votes: 4,
    text: "We have four for thirty people. It's the thing we fight over most.",
  },
  {
    title: 'Guest Wi-Fi password in invitations',
    text: prose`Visitors always ask about parking, where to sit, and the Wi-Fi. The password changes every
      Monday, so it can't go in a template.`,
  },
  {
    title: 'Pay by bank transfer',
    votes: 4,
    text: "Public agencies here aren't allowed to use credit cards. We'd pay for a year up front.",
  },
  {
    title: 'Nonprofit pricing',
    daysAgo: 57,
    from: 'Naledi Mokoena',
    votes: 3,
    text: prose`We're 45 volunteers, and most of us look at Tidepool twice a month. We can't afford full seats
      for everyone.`,
  },
  {
    title: 'Expiration date for carried-over days',
    votes: 3,
    text: 'March 31 for us. With a heads-up in February so nobody is surprised.',
  },
  {
    title: 'Can’t close the product tour',
    votes: 2,
    shipped: '4.4',
    text: prose`On a small laptop the "Done" button is below the bottom of the screen. I've been a new user for
      three weeks.`,
  },
  {
    title: 'Order coffee with a room',
    votes: 2,
    text: "Number of cups and an email to the kitchen. That's it.",
  },
  {
    title: 'Change our workspace URL',
    text: 'We were acquired and rebranded, and the URL still has our old name in it.',
    daysAgo: 17,
  },
  {
    title: 'Arrondir les heures au quart d’heure dans les rapports',
    from: 'Hélène Caron',
    daysAgo: 8,
    text: 'Nos conventions prévoient l’arrondi au quart d’heure supérieur. Je le refais à la main chaque fin de mois.',
  },
  {
    title: 'Play a sound for new bookings',
    votes: 2,
    state: 'closed',
    text: 'Something quiet.',
  },
  {
    title: 'Show coworkers’ birthdays',
    from: 'Leah Goldberg',
    votes: 5,
    state: 'closed',
    text: "We forgot our boss's. Twice.",
  },
  {
    title: 'Choose where your data is stored',
    from: 'team',
    votes: 19,
    state: 'in_progress',
    roadmap: { quarters: 1 },
    daysAgo: 150,
    text: prose`Workspaces will be able to keep their data in Frankfurt, Montreal, or Sydney. New workspaces
      choose at signup. Existing ones can ask us to move them.`,
  },
  {
    title: 'SOC 2 Type II report',
    from: 'team',
    votes: 6,
    state: 'planned',
    roadmap: { quarters: 2 },
    daysAgo: 95,
    text: 'An independent audit of how we run Tidepool. Customers will be able to download the report under NDA.',
  },
  {
    title: 'Public status page',
    from: 'team',
    votes: 4,
    shipped: '4.3',
    roadmap: { quarters: 0 },
    text: 'With email and RSS subscriptions, and 90 days of history for every part of the product.',
  },
  {
    title: 'Is anyone reading this?',
    from: 'Duncan Fraser',
    votes: 1,
    state: 'rejected',
    text: "Just checking if anyone's home :)",
  },
]
