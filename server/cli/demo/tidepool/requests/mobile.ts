import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

/** Requests from the testers of the Android app. Their board was closed when the app was released. */
export const mobileRequests: DemoRequest[] = [
  {
    title: 'Open the beta to everybody',
    from: 'Kwame Boateng',
    votes: 31,
    shipped: '4.7',
    roadmap: { days: 0 },
    daysAgo: 214,
    text: 'I run it since the first build and it is good. My colleagues look over my shoulder and are jealous.',
  },
  {
    title: 'Widget with the appointments of today',
    from: 'Deepa Nair',
    votes: 25,
    state: 'planned',
    text: prose`Four lines on the home screen. I check what comes next about thirty times a day and every time it is
      an unlock and a tap.`,
  },
  {
    title: 'Show my day without a connection',
    from: 'Luis Herrera',
    votes: 17,
    text: prose`In cellars and lifts there is no signal, and that is where heating systems live. The app shows an
      empty day there, which is worse than an old one.`,
  },
  {
    title: 'The app signs me out every day',
    votes: 13,
    shipped: '4.7',
    text: 'Since the second build. Always in the morning, always when I am late.',
  },
  {
    title: 'Notifications come half an hour late',
    from: 'Samuel Adeyemi',
    votes: 10,
    shipped: '4.7',
    text: 'Pixel 7, battery saving off. "Starts in 10 minutes" arrives when the meeting is nearly over.',
  },
  {
    title: 'Use the space on a tablet',
    votes: 8,
    text: prose`On 11 inches I see one column in the middle, like a very large phone. Week view in landscape would fit
      easily.`,
  },
  {
    title: 'Next appointment on the watch',
    votes: 7,
    text: 'A tile or a complication, time and place. I do not want to answer mails on my wrist.',
  },
  {
    title: 'Unlock with the fingerprint',
    votes: 6,
    shipped: '4.7',
  },
  {
    title: 'Battery drain in the background',
    from: 'Andrei Popescu',
    votes: 5,
    shipped: '4.7',
    text: prose`31 % since the morning according to the system, with the screen off. It asks for the location although
      no appointment has one.`,
  },
  {
    title: 'Swipe from day to day',
    votes: 5,
    shipped: '4.7',
    text: 'My thumb does it anyway. Nothing happens.',
  },
  {
    title: 'التقويم الهجري بجانب الميلادي',
    from: 'ليلى حداد',
    votes: 5,
    text: 'في رمضان نعتمد على التاريخ الهجري في تنظيم الدوام. يكفي أن يظهر التاريخ الهجري بخط صغير تحت كل يوم.',
  },
  {
    title: 'Landscape view',
    votes: 4,
    text: 'Turn the phone, see the week. Every calendar that I had before could do this.',
  },
  {
    title: 'Respect the font size of the system',
    from: 'Wanda Kruger',
    votes: 4,
    shipped: '4.7',
    text: 'I have set it to the largest for a reason. Menus grow, the calendar itself stays tiny.',
  },
  {
    title: '次の予定をロック画面に表示してほしい',
    from: 'Yuki Nakamura',
    votes: 4,
    text: '会議室へ移動しながら確認できるように、時間と場所だけで十分です。',
  },
  {
    title: 'Call the customer by tapping the number',
    votes: 3,
    shipped: '4.7',
    text: 'It is plain text now. I memorize it in two halves.',
  },
  {
    title: 'Split view on the iPad',
    votes: 3,
    text: 'I know that this board is for Android. There is none for iPad, so here I am.',
  },
  {
    title: 'Share a free slot as a picture',
    votes: 2,
    text: prose`Customers ask in chats. A link scares some of them; a picture with three times and a short address
      would not.`,
  },
  {
    title: 'Old phones with Android 9',
    from: 'Emeka Nwosu',
    votes: 2,
    state: 'closed',
    text: 'Most of our drivers have a company phone from six years ago. The store says that it is not compatible.',
  },
  {
    title: 'Crash when an event has a photo as attachment',
    votes: 2,
    shipped: '4.7',
    text: 'Only with those that were imported from Outlook. I have sent the report from within the app.',
  },
  {
    title: 'L’application reste blanche sans Wi-Fi',
    from: 'Hugo Blanchard',
    votes: 2,
    shipped: '4.7',
    text: prose`En données mobiles, le calendrier ne se charge qu’après une bonne minute. Avec le Wi-Fi tout est
      immédiat. Samsung A54.`,
  },
  {
    title: 'Phones without Google services',
    votes: 2,
    text: 'A plain APK for download would be welcome, even without push notifications.',
  },
  {
    title: 'Check in at the customer’s by location',
    votes: 2,
    state: 'closed',
    text: 'So that the office knows that I have arrived, without a call.',
  },
  {
    title: 'New event by long press',
    votes: 3,
    shipped: '4.7',
    text: 'Press on an empty hour, get an event at that hour. The plus button always proposes "now".',
  },
  {
    title: 'Keine Erinnerung bei ganztägigen Terminen',
    from: 'Veronika Malá',
    votes: 2,
    text: prose`Geburtstage, Fristen, Reisen: Für alles ohne Uhrzeit bleibt das Telefon stumm. Im Browser kommt die
      Erinnerung am Vorabend.`,
  },
  {
    title: 'Mute the app outside of my working hours',
    votes: 6,
    text: 'It knows them. Still it tells me on Sunday evening that somebody moved a meeting on Wednesday.',
  },
  {
    title: 'Long names are cut off after twelve letters',
    from: 'Siobhán Byrne',
    votes: 2,
    shipped: '4.7',
    text: 'Half of our customers are called "Church of St".',
  },
  {
    title: 'Why is it blue?',
    from: 'Alex Marin',
    votes: 1,
    state: 'rejected',
    text: 'Green would be nicer.',
  },
]
