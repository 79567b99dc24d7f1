import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

/** Requests about rooms, time off, roles, notifications, reports and invoices. */
export const teamRequests: DemoRequest[] = [
  {
    title: 'Time-off balances: how many days do I have left?',
    from: 'Sandra Meier',
    votes: 40,
    state: 'in_progress',
    roadmap: { quarters: 0 },
    daysAgo: 190,
    text: prose`Tidepool knows when everybody is away, but not how many days they still have. So next to it there is a
      spreadsheet, which is wrong from the second week of January on. Needed: days per year, taken, planned, left;
      part-timers; days carried over.`,
  },
  {
    title: 'Rooms and equipment with calendars of their own',
    from: 'Stefan Graf',
    votes: 36,
    shipped: '4.2',
    roadmap: { quarters: 0 },
    text: prose`At the moment we have a "colleague" named Meeting Room 2, who costs us a licence and gets invited to
      the summer party. Projectors and the company car have the same problem.`,
  },
  {
    title: 'Export all bookings as CSV',
    from: 'Jonas Keller',
    votes: 22,
    shipped: '4.5',
    text: prose`With date, length, person, kind of appointment, and answers. Whatever report you build, finance will
      want a spreadsheet.`,
  },
  {
    title: 'Book desks, not only rooms',
    from: 'Megan Doyle',
    votes: 19,
    text: prose`60 people, 38 desks. Whoever comes on Wednesday wants to know on Tuesday whether there is a place next
      to their team. A floor plan would be lovely but a list would do.`,
  },
  {
    title: 'Single sign-on with SAML',
    from: 'Philip Crane',
    votes: 19,
    shipped: '4.6',
    text: prose`A requirement of our security team: no tool above 50 users without it. We use Entra ID. I have 340
      people waiting.`,
  },
  {
    title: 'Swap shifts without asking the boss to type it in',
    daysAgo: 207,
    from: 'Thabo Nkosi',
    votes: 18,
    text: prose`Two people agree, one taps "swap", the other taps "yes", the lead gets a note. Today it is a chat
      group with 300 messages.`,
  },
  {
    title: 'Release a room when nobody shows up',
    votes: 17,
    state: 'planned',
    text: prose`All our rooms are booked and half of them are empty. Ask for a check-in in the first ten minutes, then
      free the room.`,
  },
  {
    title: 'A role that may book but not change settings',
    from: 'Henrik Dahl',
    votes: 16,
    text: 'Our temps need to enter appointments. They do not need to be able to delete a booking page, which happened.',
  },
  {
    title: 'One mail instead of thirty',
    daysAgo: 150,
    from: 'Ben Ashworth',
    votes: 15,
    text: prose`When the rota for next month is published everyone receives one message for each of their shifts.
      Gather what happens within, say, ten minutes and send it together.`,
  },
  {
    title: 'Half days of leave',
    votes: 14,
    state: 'planned',
    text: 'Morning or afternoon would be enough. At the moment half a day is an event with a sad face in its title.',
  },
  {
    title: 'Report: hours per client',
    from: 'Arjun Mehta',
    votes: 13,
    text: prose`We bill by the hour and the hours are all in there already. Sum by client and month, with a link to
      what is behind each number.`,
  },
  {
    title: 'Invite people from outside to a team calendar',
    votes: 12,
    text: 'Freelancers should see one calendar, for three months, and nothing else of ours.',
  },
  {
    title: 'Warn when too few people are on a shift',
    from: 'Grace Wanjiru',
    votes: 11,
    text: 'By law we need two nurses at any time. I find the gaps by looking very hard.',
  },
  {
    title: 'Approve time off from the e-mail',
    votes: 11,
    text: 'Two buttons in the message. I am on building sites all day and the form is five taps away.',
  },
  {
    title: 'Require two-factor sign-in for the whole workspace',
    votes: 11,
    shipped: '4.6',
    text: 'I can switch it on for myself, and I can ask the others nicely. I would rather not ask.',
  },
  {
    title: 'Sick leave should not be visible to colleagues',
    from: 'Miriam Adler',
    votes: 10,
    shipped: '4.2',
    text: prose`They may see that somebody is away, but not why. Our works council is not amused, and under data
      protection law they are right: it is health data.`,
  },
  {
    title: 'Import events from a spreadsheet',
    votes: 10,
    text: 'The training programme of a year: 180 lines, with date, room and trainer. Nobody is going to type this.',
  },
  {
    title: 'Create and remove accounts from our directory (SCIM)',
    from: 'Philip Crane',
    votes: 9,
    state: 'planned',
    text: prose`Follow-up to SAML: people who leave us lose their sign-in, but their account stays and we go on paying
      for it.`,
  },
  {
    title: 'Hand over all events of somebody who leaves',
    votes: 9,
    text: 'Series included. We now have a tradition of the last working day being spent on this.',
  },
  {
    title: 'Tablet display at the door of a room',
    votes: 8,
    text: 'Green or red, until when, and a button to take the room for fifteen minutes.',
  },
  {
    title: 'Audit log for administrators',
    votes: 8,
    text: prose`Who invited whom, who changed which role, who exported what. With an export of its own for our
      security tools.`,
  },
  {
    title: 'Urlaubsantrag mit Vertretung',
    from: 'Nils Hoffmann',
    votes: 7,
    text: prose`Bei uns wird Urlaub nur genehmigt, wenn eine Vertretung eingetragen ist und diese zugestimmt hat.
      Schön wäre, wenn Tidepool gleich warnt, falls die Vertretung im selben Zeitraum selbst weg ist.`,
  },
  {
    title: 'A summary of the day at seven in the morning',
    votes: 7,
    text: 'One message: what is on today, with whom, where. I read it on the tram and arrive knowing.',
  },
  {
    title: 'Deactivate people without losing their past events',
    votes: 6,
    text: 'When we remove somebody their old appointments vanish from the statistics of the year.',
  },
  {
    title: 'VAT ID on the invoice',
    from: 'Lars Eriksen',
    votes: 6,
    text: 'Without it our accountant sends every invoice back, every month, with a friendly note.',
  },
  {
    title: 'Teams inside of teams',
    votes: 5,
    text: 'Region, branch, group. Holidays come from the region, opening hours from the branch, rotas from the group.',
  },
  {
    title: 'Parking spaces',
    votes: 4,
    text: 'Four of them for thirty people. This is the most fought-over resource that we have.',
  },
  {
    title: 'Code of the guest Wi-Fi in the invitation',
    text: prose`Our visitors ask three things: where to park, where to sit, and this. It changes every Monday, so it
      cannot be part of a template.`,
  },
  {
    title: 'Pay by bank transfer',
    votes: 4,
    text: 'Public bodies in our country may not use credit cards. We would pay a year in advance.',
  },
  {
    title: 'A price for charities',
    daysAgo: 57,
    from: 'Naledi Mokoena',
    votes: 3,
    text: 'We are 45 volunteers, most of whom look at Tidepool twice a month. Full seats are beyond what we can pay.',
  },
  {
    title: 'Leave that was carried over should expire in spring',
    votes: 3,
    text: 'On the 31st of March, in our case. With a warning in February, so that it does not come as a surprise.',
  },
  {
    title: 'The tour for new users cannot be closed',
    votes: 2,
    shipped: '4.4',
    text: prose`On a small laptop its "Done" button is below the edge of the screen. I have been a new user for three
      weeks.`,
  },
  {
    title: 'Order coffee together with the room',
    votes: 2,
    text: 'How many cups, and a mail to the kitchen. That is all it needs to be.',
  },
  {
    title: 'Change the address of our workspace',
    text: 'We have renamed our company and the old name in the address confuses the new owners.',
    daysAgo: 17,
  },
  {
    title: 'Arrondir les heures au quart d’heure dans les rapports',
    from: 'Hélène Caron',
    daysAgo: 8,
    text: 'Nos conventions prévoient l’arrondi au quart d’heure supérieur. Je le refais à la main chaque fin de mois.',
  },
  {
    title: 'Sound when a booking comes in',
    votes: 2,
    state: 'closed',
    text: 'A soft one.',
  },
  {
    title: 'Show birthdays of colleagues',
    from: 'Leah Goldberg',
    votes: 5,
    state: 'closed',
    text: 'We forgot the one of our boss. Twice.',
  },
  {
    title: 'Choose the region that our data lives in',
    from: 'team',
    votes: 19,
    state: 'in_progress',
    roadmap: { quarters: 1 },
    daysAgo: 150,
    text: prose`Workspaces will be able to keep their data in Frankfurt, Montreal or Sydney. New ones choose when they
      sign up, existing ones can be moved by us on request.`,
  },
  {
    title: 'SOC 2 Type II report',
    from: 'team',
    votes: 6,
    state: 'planned',
    roadmap: { quarters: 2 },
    daysAgo: 95,
    text: prose`An independent audit of how we run Tidepool. Customers will be able to download the report after
      agreeing to keep it private.`,
  },
  {
    title: 'A status page that says what is wrong, and since when',
    from: 'team',
    votes: 4,
    shipped: '4.3',
    roadmap: { quarters: 0 },
    text: 'With subscriptions by mail and feed, and a history of ninety days for each part of the product.',
  },
  {
    title: 'Is anybody reading this?',
    from: 'Duncan Fraser',
    votes: 1,
    state: 'rejected',
    text: 'Testing whether there is life on the other side :)',
  },
]
