import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

export const bookingThreads: DemoThread[] = [
  {
    on: 'Group polls',
    comments: [
      { from: 'Rebecca Stone', after: 1, text: 'We could cancel a whole subscription.' },
      {
        from: 'Arjun Mehta',
        after: 2,
        text: 'People need to be able to respond without an account. Half of ours work for the city.',
      },
      {
        from: 'Henrik Dahl',
        after: 8,
        text: prose`Please hold the proposed times on my calendar until the poll closes, or someone will
          book me in between.`,
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 2,
            text: "Yes, they'll be tentative and go away once you pick one. You can turn that off per poll.",
          },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: prose`We're building this now. The answers are yes, if needed, and no, and nobody needs an
          account. If you'd like early access for a real group, let me know here.`,
        replies: [
          { from: 'Priya Raman', after: 0.3, text: 'Me!' },
          {
            from: 'Arjun Mehta',
            after: 1,
            text: 'We have an eleven-person board that never agrees on anything. Perfect test.',
          },
          { from: 'Samuel Adeyemi', after: 2, text: 'Count me in.' },
        ],
      },
      {
        staff: 'Tomás Rivera',
        after: 4,
        isNote: true,
        text: prose`Early access so far: Priya, Arjun (11 people), Samuel. Ask if they'd share screen
          recordings.`,
      },
    ],
  },
  {
    on: 'Round robin booking',
    comments: [
      {
        from: 'Peter Lindgren',
        after: 2,
        text: prose`Weights are the key part for us. Also, let me take someone out for a week without
          messing up their turn.`,
      },
      { from: 'Robert Kline', after: 4, text: 'Returning customers should get whoever they had last time.' },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: prose`In progress: rotate, or whoever has the fewest, with weights for both. "Same person as
          last time" will be an option too.`,
      },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: 'Round robin is out in 4.5. Thanks for all the detail, it really helped.',
      },
      { from: 'Tom Whitfield', after: 3, text: 'First fair week in two years. Marek is happy.' },
      {
        from: 'Nicole Berger',
        after: 9,
        text: "Can I see how many each person got? I believe you, my team doesn't.",
        replies: [
          {
            staff: 'Tomás Rivera',
            after: 1,
            text: 'Yes, in the page settings under "Distribution." It shows the last 30 days.',
          },
        ],
      },
    ],
  },
  {
    on: 'Accept payments when booking',
    comments: [
      { from: 'Yasmin Karimi', after: 1, text: 'This is the only reason I still pay for another tool.' },
      {
        from: 'Pilar Navarro',
        after: 6,
        text: 'Please include local payment methods. Not many of our customers have cards.',
      },
      { from: 'Lars Eriksen', after: 10, text: 'And a proper VAT receipt, or my accountant will kill me.' },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: prose`This is planned. You'll connect your own payment provider account, the money never
          goes through us, and we don't take a cut. Full payment first, deposits later.`,
      },
      { from: 'Chloe Bennett', after: 1, text: 'No cut?? You just made my week.' },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        isNote: true,
        text: prose`Check with legal about receipts in Italy and Portugal before we promise anything
          beyond Stripe.`,
      },
    ],
  },
  {
    on: 'Recurring bookings',
    comments: [
      {
        from: 'Teresa Gomes',
        after: 3,
        text: prose`We'd use this for physical therapy: six sessions, same time. If one is taken, offer
          the closest one.`,
      },
      { from: 'Nadia Petrova', after: 5, text: "And canceling one shouldn't cancel the rest." },
      {
        staff: 'Ingrid Solheim',
        after: 'planned',
        text: prose`Planned, after payments. We need to sort out paying for a whole series at once versus
          each time.`,
      },
    ],
  },
  {
    on: 'Text message reminders',
    comments: [
      { from: 'Ruth Abara', after: 2, text: 'We send these by hand right now, about 25 every afternoon.' },
      { from: 'Helga Thorsdóttir', after: 7, text: 'With "reply 1 to confirm" please' },
      {
        staff: 'Tomás Rivera',
        after: 3,
        text: prose`Which country would most of your texts go to? Prices and rules vary a lot, and we'd
          like to start where it helps the most people.`,
        replies: [
          { from: 'Mateus Carvalho', after: 1, text: 'Portugal.' },
          { from: 'Ruth Abara', after: 1, text: 'Nigeria and the UK' },
          { from: 'Helga Thorsdóttir', after: 3, text: 'Iceland' },
        ],
      },
    ],
  },
  {
    on: 'Email security scanners cancel our appointments',
    comments: [
      {
        from: 'Philip Crane',
        after: 0.5,
        text: prose`Can confirm. Our filter opens every link. It's confirmed newsletter subscriptions for
          people too.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: prose`You're right, and that's on us. Opening a link should never change anything. We're
          adding a confirmation page.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: prose`As of 4.7.2 the link shows the appointment and asks you to confirm. That includes
          links in emails we already sent.`,
      },
      { from: 'Michael Brunner', after: 2, text: 'No phantom cancellations since. Thanks for being upfront about it.' },
    ],
  },
  {
    on: 'Double booking: two customers got the same slot',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 0.2,
        text: prose`This should never happen. Can you send me the booking page URL? I'll look at the logs
          for that second.`,
      },
      { from: 'Fatima Zahra Idrissi', after: 0.3, text: 'Just emailed it to you.' },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        isNote: true,
        text: prose`The check and the insert are two statements. We need a database constraint, not a
          faster check.`,
      },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: prose`Found it. Both requests checked the slot within the same 40 milliseconds and both were
          told it was free. From now on the database itself rejects the second one.`,
      },
      {
        staff: 'Tomás Rivera',
        after: 'shipped',
        text: "The fix is live, and we've apologized to the eleven workspaces this happened to.",
      },
    ],
  },
  {
    on: 'Let customers reschedule',
    comments: [
      { from: 'Hannah Brandt', after: 2, text: 'But not in the last 24 hours, and not three times.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`It's out! There's a "Reschedule" button in every confirmation. It follows your
          cancellation rules, and you can limit how often people reschedule.`,
      },
    ],
  },
  {
    on: 'Show booking pages in the visitor’s language',
    comments: [
      {
        from: 'Noor van Dijk',
        after: 4,
        text: "Dutch and French for us. We can do the translations if there's somewhere to put them.",
      },
      { from: 'Monique Lefebvre', after: 8, text: 'Au Québec c’est même une obligation légale.' },
      {
        staff: 'Ingrid Solheim',
        after: 2,
        text: prose`Our own text is already available in nine languages. What's missing is a way to add
          more than one version of yours, and we're still figuring out how to do that without a
          huge settings page.`,
      },
    ],
  },
  {
    on: 'Spam bookings on our booking page',
    comments: [
      {
        staff: 'Tomás Rivera',
        after: 0.3,
        text: prose`We removed the 30 bookings and set a per-visitor limit on your page. Let me know if
          real customers run into it.`,
      },
      { from: 'Robert Kline', after: 0.5, text: 'Quiet night. Thanks for the quick help!' },
      {
        staff: 'Tomás Rivera',
        after: 1,
        isNote: true,
        text: 'Same network as the spam at two other workspaces. We should turn this limit on for everyone.',
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
    on: 'Gift cards',
    comments: [
      { from: 'Inès Garnier', after: 3, text: 'For courses too, please' },
      {
        staff: 'Ingrid Solheim',
        after: 'closed',
        text: prose`We had this on the roadmap, but we're taking it off. Gift cards come with different
          rules in almost every country, and payments have to come first. Sorry to everyone who
          was counting on it.`,
      },
    ],
  },
]
