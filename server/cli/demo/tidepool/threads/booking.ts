import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

export const bookingThreads: DemoThread[] = [
  {
    on: 'Group polls: find a time that suits everybody',
    comments: [
      { from: 'Rebecca Stone', after: 1, text: 'Would let us drop a whole subscription.' },
      {
        from: 'Arjun Mehta',
        after: 2,
        text: 'People must be able to answer without an account. Half of ours are with the city council.',
      },
      {
        from: 'Henrik Dahl',
        after: 8,
        text: 'Block the proposed times in my calendar until the poll is closed, or I will be booked in between.',
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 2,
            text: 'Yes: tentative, and they go away when you decide. You can switch it off for a poll.',
          },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: prose`It is being built. Answers are yes, if need be, and no; nobody needs an account. If you would like
          to try it with a real group before everybody else, say so here.`,
        replies: [
          { from: 'Priya Raman', after: 0.3, text: 'Me!' },
          {
            from: 'Arjun Mehta',
            after: 1,
            text: 'We have a board of eleven who never agree on anything. The ideal test.',
          },
          { from: 'Samuel Adeyemi', after: 2, text: 'Count me in.' },
        ],
      },
      {
        staff: 'Tomás Rivera',
        after: 4,
        isNote: true,
        text: 'Preview list so far: Priya, Arjun (11 people), Samuel. Ask them for screen recordings.',
      },
    ],
  },
  {
    on: 'Round robin: share incoming bookings fairly',
    comments: [
      {
        from: 'Peter Lindgren',
        after: 2,
        text: 'Weights are the important part. Also: take somebody out for a week without losing their place.',
      },
      { from: 'Robert Kline', after: 4, text: 'Returning customers should get the person they had before.' },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: prose`In work: in turn or by who has the fewest, with weights. "The same person as last time" will come
          with it as an option.`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: 'Round robin is in 4.5. Thank you for all the details, they made it better.',
      },
      { from: 'Tom Whitfield', after: 3, text: 'First fair week in two years. Marek is happy.' },
      {
        from: 'Nicole Berger',
        after: 9,
        text: 'Can I see who got how many? I believe you, my colleagues do not.',
        replies: [
          {
            staff: 'Tomás Rivera',
            after: 1,
            text: 'Under the page’s settings, "Distribution". It shows the last 30 days.',
          },
        ],
      },
    ],
  },
  {
    on: 'Take a payment when somebody books',
    comments: [
      { from: 'Yasmin Karimi', after: 1, text: 'The reason why I still have a second tool.' },
      {
        from: 'Pilar Navarro',
        after: 6,
        text: 'Please with local ways to pay. Cards are not common with our customers.',
      },
      { from: 'Lars Eriksen', after: 10, text: 'And a proper receipt with VAT, or my accountant will send me back.' },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: prose`Planned. You will connect your own account with a payment provider; the money never passes through
          us and we take no share. Full price first, deposits after that.`,
      },
      { from: 'Chloe Bennett', after: 1, text: 'No share? You have just made my week.' },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        isNote: true,
        text: 'Talk to legal about receipts in IT and PT before we promise anything beyond Stripe.',
      },
    ],
  },
  {
    on: 'Customers should be able to book the same slot every week',
    comments: [
      {
        from: 'Teresa Gomes',
        after: 3,
        text: 'Physiotherapy: six times, same hour. If one of the six is taken, offer the nearest.',
      },
      { from: 'Nadia Petrova', after: 5, text: 'And cancelling one of them must not cancel all.' },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: 'Planned for after payments, as the two meet: paying for a series at once or each time.',
      },
    ],
  },
  {
    on: 'Reminders by text message',
    comments: [
      { from: 'Ruth Abara', after: 2, text: 'We send them by hand now, 25 each afternoon.' },
      { from: 'Helga Thorsdóttir', after: 7, text: 'With "reply 1 to confirm", please.' },
      {
        staff: 'Tomás Rivera',
        after: 3,
        text: prose`May I ask which country most of your messages would go to? Prices and rules differ a lot, and we
          would like to begin where it helps the most people.`,
        replies: [
          { from: 'Mateus Carvalho', after: 1, text: 'Portugal.' },
          { from: 'Ruth Abara', after: 1, text: 'Nigeria and the UK.' },
          { from: 'Helga Thorsdóttir', after: 3, text: 'Iceland. All of us.' },
        ],
      },
    ],
  },
  {
    on: 'Safe-link scanners cancel our appointments',
    comments: [
      {
        from: 'Philip Crane',
        after: 0.5,
        text: 'Can confirm, our mail filter opens everything. It also confirms newsletters on our behalf.',
      },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: prose`You are right, and this was careless of us: opening an address must never change anything. We are
          adding a page with a button.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: 'In 4.7.2 the link shows the appointment and asks. Old links in old mails do so as well.',
      },
      { from: 'Michael Brunner', after: 2, text: 'No ghost cancellations since. Thanks for being so open about it.' },
    ],
  },
  {
    on: 'Two customers got the same slot',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 0.2,
        text: prose`This must not happen. Could you send me the address of the booking page? I will look at the log of
          that second.`,
      },
      { from: 'Fatima Zahra Idrissi', after: 0.3, text: 'Sent by mail.' },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        isNote: true,
        text: 'Check and insert are two statements. Needs a constraint in the database, not a faster check.',
      },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: prose`Found: both asked "is it free?" in the same 40 milliseconds and both were told yes. From now on
          the database itself refuses the second.`,
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: 'The repair is live, and we have apologized to the eleven workspaces where it had happened.',
      },
    ],
  },
  {
    on: 'Let customers move their appointment themselves',
    comments: [
      { from: 'Hannah Brandt', after: 2, text: 'But not within the last 24 hours, and not three times.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`It is here: "Another time" in every confirmation. Limits are those of cancelling, plus a number of
          moves.`,
      },
    ],
  },
  {
    on: 'Booking page in the language of the visitor',
    comments: [
      {
        from: 'Noor van Dijk',
        after: 4,
        text: 'Dutch and French for us. We can translate our own texts if there is a place to put them.',
      },
      { from: 'Monique Lefebvre', after: 8, text: 'Au Québec c’est même une obligation légale.' },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        text: prose`Our own texts exist in nine languages; what is missing is a second version of yours. We are
          thinking about how to show that without a mess.`,
      },
    ],
  },
  {
    on: 'Bots fill our booking page with appointments',
    comments: [
      {
        staff: 'Tomás Rivera',
        after: 0.3,
        text: prose`We have removed the 30 bookings and set a limit per visitor for your page. Tell me if real
          customers run into it.`,
      },
      { from: 'Robert Kline', after: 0.5, text: 'Quiet night. Thank you for the quick help.' },
      {
        staff: 'Tomás Rivera',
        after: 1,
        isNote: true,
        text: 'Same network as the wave at two other workspaces. The limit should be on for everybody.',
      },
    ],
  },
  {
    on: 'Sie statt du auf der Buchungsseite',
    comments: [
      { from: 'Sandra Meier', after: 3, text: 'Bei uns in der Arztpraxis genau dasselbe.' },
      {
        from: 'Florian Huber',
        after: 5,
        text: 'Wir duzen alle und möchten, dass es so bleibt. Also bitte wirklich als Einstellung.',
      },
      {
        staff: 'Tomás Rivera',
        after: 4,
        text: 'Verstanden, beides soll möglich sein. Wir prüfen gerade, wie viele Texte das betrifft (es sind 214).',
      },
    ],
  },
  {
    on: 'Gift vouchers',
    comments: [
      { from: 'Inès Garnier', after: 3, text: 'Also for courses.' },
      {
        staff: 'Ingrid Solheim',
        after: 'closed',
        text: prose`We had this on the roadmap and take it off again. Vouchers have rules of their own in nearly every
          country, and payments come first. Sorry to those who were counting on it.`,
      },
    ],
  },
]
