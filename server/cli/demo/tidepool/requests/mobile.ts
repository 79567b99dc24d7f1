import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

/** Requests from the testers of the Android app. Their board was closed when the app was released. */
export const mobileRequests: DemoRequest[] = [
  {
    title: 'Open the beta to everyone',
    from: 'Kwame Boateng',
    votes: 31,
    shipped: '4.7',
    roadmap: { days: 0 },
    daysAgo: 214,
    text: prose`I've been on it since the first build and it's really good. My coworkers keep looking over my
      shoulder asking how to get it.`,
  },
  {
    title: 'Home screen widget for today’s appointments',
    from: 'Deepa Nair',
    votes: 25,
    state: 'planned',
    text: prose`Four lines would do. I check what's next about thirty times a day, and every time I have to
      unlock my phone and open the app.`,
  },
  {
    title: 'Offline access',
    from: 'Luis Herrera',
    votes: 17,
    text: prose`Heating systems are in basements, and basements have no signal. The app just shows an empty day
      there. I'd rather see this morning's version.`,
  },
  {
    title: 'App signs me out every day',
    votes: 13,
    shipped: '4.7',
    text: "Started with the second build. Always in the morning, always when I'm running late.",
  },
  {
    title: 'Notifications arrive 30 minutes late',
    from: 'Samuel Adeyemi',
    votes: 10,
    shipped: '4.7',
    text: 'Pixel 7, battery saver off. "Starts in 10 minutes" shows up when the meeting is almost over.',
  },
  {
    title: 'Tablet layout',
    votes: 8,
    text: prose`On an 11-inch screen I get one column in the middle, like a giant phone. There's plenty of room
      for the week view in landscape.`,
  },
  {
    title: 'Watch app with my next appointment',
    votes: 7,
    text: "A tile or complication with the time and place. I don't need email on my wrist.",
  },
  {
    title: 'Fingerprint unlock',
    votes: 6,
    shipped: '4.7',
  },
  {
    title: 'Battery drain in the background',
    from: 'Andrei Popescu',
    votes: 5,
    shipped: '4.7',
    text: prose`31% since this morning according to Android, with the screen off. It also asks for my location,
      and none of my appointments have one.`,
  },
  {
    title: 'Swipe between days',
    votes: 5,
    shipped: '4.7',
    text: 'I keep trying it and nothing happens.',
  },
  {
    title: 'التقويم الهجري بجانب الميلادي',
    from: 'ليلى حداد',
    votes: 5,
    text: 'في رمضان نعتمد على التاريخ الهجري في تنظيم الدوام. يكفي أن يظهر التاريخ الهجري بخط صغير تحت كل يوم.',
  },
  {
    title: 'Landscape mode',
    votes: 4,
    text: "Turn the phone, see the week. Every other calendar app I've had could do this.",
  },
  {
    title: 'Respect the system font size',
    from: 'Wanda Kruger',
    votes: 4,
    shipped: '4.7',
    text: 'I have it set to the largest size for a reason. Menus get bigger but the calendar stays tiny.',
  },
  {
    title: '次の予定をロック画面に表示してほしい',
    from: 'Yuki Nakamura',
    votes: 4,
    text: '会議室へ移動しながら確認できるように、時間と場所だけで十分です。',
  },
  {
    title: 'Tap a phone number to call',
    votes: 3,
    shipped: '4.7',
    text: "It's plain text right now. I memorize it in two halves.",
  },
  {
    title: 'Split View on iPad',
    votes: 3,
    text: "I know this board is for Android, but there isn't one for iPad.",
  },
  {
    title: 'Share available times as an image',
    votes: 2,
    text: prose`Customers ask in chat. Some of them are scared of links. A picture with three times and a short
      URL would work.`,
  },
  {
    title: 'Support Android 9',
    from: 'Emeka Nwosu',
    votes: 2,
    state: 'closed',
    text: "Most of our drivers have six-year-old company phones. The Play Store says they're not compatible.",
  },
  {
    title: 'Crash when an event has a photo attached',
    votes: 2,
    shipped: '4.7',
    text: 'Only with events imported from Outlook. I sent a crash report from the app.',
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
    title: 'APK for phones without Google services',
    votes: 2,
    text: 'A plain APK download would be great, even without push notifications.',
  },
  {
    title: 'Location check-in at customer sites',
    votes: 2,
    state: 'closed',
    text: "So the office knows I've arrived and I don't have to call.",
  },
  {
    title: 'Long-press to create an event',
    votes: 3,
    shipped: '4.7',
    text: 'Press an empty hour, get an event at that time. The plus button always starts at "now."',
  },
  {
    title: 'Keine Erinnerung bei ganztägigen Terminen',
    from: 'Veronika Malá',
    votes: 2,
    text: prose`Geburtstage, Fristen, Reisen: Für alles ohne Uhrzeit bleibt das Telefon stumm. Im Browser kommt die
      Erinnerung am Vorabend.`,
  },
  {
    title: 'Mute notifications outside working hours',
    votes: 6,
    text: "The app knows my hours. It still tells me on Sunday night that someone moved Wednesday's meeting.",
  },
  {
    title: 'Long names get cut off',
    from: 'Siobhán Byrne',
    votes: 2,
    shipped: '4.7',
    text: 'After twelve letters, to be exact. Half our customers are called "Church of St".',
  },
  {
    title: 'Why is it blue?',
    from: 'Alex Marin',
    votes: 1,
    state: 'rejected',
    text: "I'd like green better.",
  },
]
