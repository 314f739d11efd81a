/** By chart: the mutants that no requirement can notice, and why. One that is noticed after all must not stand here. */
export const survivors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'device-lifecycle': {
    'deviceLifecycle.deleted begins in seen': 'Whatever leads there says which of the two it is.',
  },
  'browser-notifications': {
    'browserNotifications.failed begins in turnOn': 'Whatever leads there says which of the three it is.',
  },
  'list-screen': {
    'listScreen.dialog begins in open': 'What is open stands in the context; nobody looks at the state.',
    'listScreen.dialog.open: CLOSE leads nowhere':
      'The context is emptied all the same, and CLOSE once more does no harm.',
    'listScreen.dialog.open: CLOSE leads to open':
      'The context is emptied all the same, and CLOSE once more does no harm.',
    'listScreen.details begins in shown': 'What is shown stands in the context; nobody looks at the state.',
    'listScreen.details.shown: LOOK_AWAY leads nowhere':
      'The context is emptied all the same, and LOOK_AWAY once more does no harm.',
    'listScreen.details.shown: LOOK_AWAY leads to shown':
      'The context is emptied all the same, and LOOK_AWAY once more does no harm.',
    'listScreen.batch begins in performing': 'What is done stands in the context; nobody looks at the state.',
    'listScreen.batch.performing: SETTLE leads nowhere':
      'The context is emptied all the same, and SETTLE once more does no harm.',
    'listScreen.batch.performing: SETTLE leads to performing':
      'The context is emptied all the same, and SETTLE once more does no harm.',
  },
  'first-steps': {
    'firstSteps.remembering: at once [they were waved away], branch 1 leads nowhere':
      'They are not shown there either, and nothing leads away from it.',
    'firstSteps.remembering: at once [they were waved away], branch 1 leads to remembering':
      'They are not shown there either, and nothing leads away from it.',
  },
  'phone-terminal': {
    'phoneTerminal.attached.open does not put the caret into it on entry (1)':
      'Where the caret is, only a browser knows.',
  },
  'quality-governor': {
    'qualityGovernor: choose [automatic is chosen], branch 1 leads to beginning': 'It goes on to automatic at once.',
    'qualityGovernor.beginning: at once, branch 2 is removed': 'Nothing is looked at or changed there either.',
    'qualityGovernor.beginning: at once, branch 2 leads nowhere': 'Nothing is looked at or changed there either.',
    'qualityGovernor.automatic.settling does not forget the bad seconds on entry (1)':
      'They are forgotten when it is over.',
    'qualityGovernor.automatic.calm: after calm, branch 2 is removed':
      'No generated path is long enough to go down, up, through calm and down again.',
    'qualityGovernor.automatic.calm: after calm, branch 2 leads nowhere':
      'No generated path is long enough to go down, up, through calm and down again.',
    'qualityGovernor.automatic.calm: after calm, branch 2 does not forget the setbacks (1)':
      'No generated path is long enough to go down, up, through calm and down again.',
  },
  'schedule-preview': {
    'schedulePreview.looking: at once [nothing is written], branch 1 leads to typing':
      'What is known stands in the context; a quarter of a second later it looks once more and finds the same.',
    'schedulePreview.looking: at once [it can be no schedule], branch 2 leads to typing':
      'What is known stands in the context; a quarter of a second later it looks once more and finds the same.',
    'schedulePreview.asking: ✓ preview leads nowhere': 'The times are there all the same; nobody looks at the state.',
    'schedulePreview.asking: ✗ preview leads nowhere': 'The reason is there all the same; nobody looks at the state.',
  },
  sidebar: {
    'sidebar.desktop.open: toggle leads to remembering': 'It goes on to collapsed at once, as was just remembered.',
    'sidebar.desktop.open: close leads to remembering': 'It goes on to collapsed at once, as was just remembered.',
    'sidebar.mobile.open: toggle does not move smoothly (1)':
      'Only toggling opens the drawer, and that had it move smoothly before.',
  },
  'saved-views': {
    'savedViews: SAVE [there is room] asks nothing': 'No generated path saves fifty views under different names.',
  },
  'synchronised-control': {
    'synchronisedControl.choosing.refreshing: ✓ loadWall leads nowhere':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.choosing.refreshing: ✓ loadWall leads to refreshing':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.choosing.refreshing: ✗ loadWall leads nowhere':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.choosing.refreshing: ✗ loadWall leads to refreshing':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence: patches missed leads to current':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence: patches missed does not note that changes were missed (1)':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence.refreshing: ✓ loadWall leads nowhere':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence.refreshing: ✓ loadWall leads to refreshing':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence.refreshing: ✗ loadWall leads nowhere':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
    'synchronisedControl.controlling.presence.refreshing: ✗ loadWall leads to refreshing':
      'What the phones are at is asked for and taken all the same; nobody looks at the state, and what is missed is asked for from either.',
  },
  'site-messages': {
    'siteMessages.news.announced: looked [there is news], branch 1 leads nowhere':
      'The newer message is announced; its time would begin anew only on a path that waits between two looks.',
    'siteMessages.news begins in announced': 'With nothing to announce it looks the same, and is quiet after its time.',
  },
  'shop-desk': {
    'shopDesk.address begins in passable': 'Nothing is known of phone and shop yet, so that it goes on at once.',
    'shopDesk.address.unchecked: at once [it is known what is open or it is of others] leads to differing':
      'Where the address will do, it goes on at once; elsewhere it would lead there from passable.',
  },
  'resource-list': {
    'resourceList.rows.failed begins in loadingMore': 'Whatever leads there says which of them it is.',
  },
  'environment-import': {
    'environmentImport.deciding.judged: IMPORT [a group is missing], branch 1 leads to made':
      'A group is missing there too, and is made at once.',
    'environmentImport.deciding.judged: IMPORT [a line is good], branch 2 leads to brought':
      'A line is good there too, and is brought at once.',
    'environmentImport.made: at once, branch 2 leads to brought': 'A line is good there too, and is brought at once.',
  },
  'remote-session': {
    'remoteSession.contested begins in takenOver': 'Whatever leads there says which of them it is.',
  },
  'remote-desk': {
    'remoteDesk.loadingGroup: ✓ loadPhones leads nowhere':
      'The phones are there all the same, and nobody looks at the state.',
  },
  'phone-apps': {
    'phoneApps.failed: at once [they are outdated] leads to ready':
      'From there it goes on at once to where they are asked for.',
  },
  'upload-queue': {
    'uploadQueue begins in open': 'Nothing is under way yet, so that the page does not ask before it goes.',
  },
  'remote-wall': {
    'remoteWall.empty: at once [it is due] leads to watching': 'From there, too, it goes on at once to looking.',
    'remoteWall.watching begins in scrolling':
      'What is in sight was seen to just before, and is the same after the pause.',
    'remoteWall.watching.scrolling: after scrollingPause leads nowhere':
      'What is in sight is seen to all the same; whatever comes into sight then begins a pause from there too.',
    'remoteWall.watching.scrolling: after scrollingPause leads to scrolling':
      'What is in sight is seen to all the same, and again after another pause, when it is no other.',
  },
}
