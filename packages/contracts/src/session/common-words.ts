/**
 * The words in the 3,000 most frequent leaked passwords of 8 or more characters, and some of our own.
 * From zxcvbn 4.4.2 (copyright 2012-2016 Dan Wheeler and Dropbox, Inc., MIT licence).
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  aaaa aaaaaaaa aaaaaaaaaa aardvark abcabcabc abcd abcdabcd abcdefg abcdefgh abcdefghi abcdefghij aberdeen abnormal abracadabra
  abrakadabra acapulco access account achilles acidburn adgjmptw admin adminadmin administrator adrenalin adventur aerosmit aerosmith
  agent airborne airforce airplane alabama albatros alcatraz alejandr alejandra alejandro aleksander aleksandr aleksandra alessand
  alessandro alex alexande alexander alexandr alexandra alexandre alexandru alfarome algernon aligator alkaline allblack alleycat
  alligator allison allnight allstate alpha alphabet alphaman alterego amarillo amateurs ambrosia america amethyst amoremio amsterda
  amsterdam anaconda anakonda anastasi anastasiya anderson andromed andromeda andyod angel angelica angelina angelito anhyeuem anna
  antelope anthony antigone antonio aolsucks apollo apple applepie aquafina aquarius aqwzsxedc arabella arcangel archange archangel
  architec argentin arizona armageddon armagedon armstron arsenal asdasd asdasdasd asdf asdfasdf asdffdsa asdfg asdfgh asdfghjk
  asdfghjkl asdfjkl asdfqwer asdfzxcv asdqwe asmodeus aspirine assassin assassins asshole assholes asslover assmunch astalavista
  astonvil atlanta atlantis atreides augustin austin australi avalanch avalanche avangard awesome azerty azertyui azertyuiop azsxdcfv
  babemagn babemagnet baberuth babushka babybear babyblue babycake babydoll babyface babygirl babygurl babylon babylove backbone
  backdoor backspace badabing badkarma badminton badnaamhere bailey bajingan balloons ballsack baltimor baracuda barbados barbara
  barcelon barcelona barefeet barefoot baritone barracud barracuda barselona basebal baseball basketba basketbal basketball batman
  baywatch bcfields beachbum bearcats beatles beautifu beautiful beckham beefcake beethove bellagio bendover benessere benjamin
  bergkamp berkeley bernhard bettyboo bettyboop bigballs bigblack bigblock bigboobs bigbooty bigbucks bigbutts bigdaddy bigdick
  bigdicks bigmoney bignasty bigpenis bigpoppa bigpussy bigtruck billabon billabong billybob billyboy binladen biohazard bionicle
  birthday bisexual bismarck bismilla bismillah bitchass black blackass blackbel blackbelt blackberry blackbir blackbird blackboy
  blackcat blackcoc blackcock blackdog blackhaw blackhawk blackice blackjac blackjack blacklab blackops blackout blahblah blaster
  blessed blessing blink blizzard blondie blondinka bloopers blowfish blue blueball bluebell blueberr blueberry bluebird blueeyes
  bluefish bluejays bluemoon bluenose bluesman bluestar bobafett bobdylan bobmarle bobmarley bollocks bonehead bonethug bonjour
  boogaloo bookcase bookworm boomboom borabora bordeaux boris borussia bradley brandon bravehea braveheart brighton broncos brooklyn
  brother browndog brucelee bruno bubba bubblegum bubbles buckeye buckeyes buckshot buckwhea budapest buddy buddyboy buddydog budlight
  budweise budweiser buffalo bugsbunn bukowski bulldawg bulldog bulldogs bullfrog bullseye bullshit bullwink bunghole buratino
  business businessbabe buster buttercu buttercup butterfl butterfly buttfuck butthead butthole bynthytn cabernet cadillac calamity
  caliente californ california caligula calimero callisto callofduty camaross cambiami cambridg camelot cameltoe cameron campbell
  candyass candyman cannabis cannibal cannonda cantona capetown capital capitals capoeira capricor capricorn capslock captain cardinal
  care carebear carlitos carnival carolina caroline carpedie carpediem carpente cartman cartoons casablanca casanova caseydog cashflow
  cashmone cashmoney cassandr catdaddy catfight catherin catwoman cavalier cdtnkfyf celtic cerberus cezer cfitymrf chainsaw challeng
  champion changeme chargers charisma charles charlie charlott charlotte charlton checkers checkmat cheerleaers cheese chelsea
  chelseafc cherokee cherries cheshire chester chevelle chevrole chevrolet chevys chewbacc cheyanne cheyenne chicago chicken chickens
  chickenwing chipmunk chipper chocolat chocolate choochoo chopper choppers chris chrisbln chrissy christia christian christin
  christina christine christma christmas christop christophe christopher chrysler chuckles churchil cinderella cinnamon citibank
  civilwar cjkysirj clarinet classics claudia claymore cleopatr clevelan clippers clitoris cnfybckfd cobra cocacola cocksuck
  cocksucker coldbeer coldplay colombia colorado colossus coltrane columbia comanche comicbookdb commande commando computer concorde
  concrete consumer contortionist control cookie cooldude coolgirl coolhand coolness copenhag corleone cornhole corvet corvette
  costaric cosworth courtney coventry cowboys cowboyup crazybab crazyman creampie creative creepers crescent cricket cristian
  cristiano cristina crjhgbjy crocodil crusader crystal cucumber culinary cutiepie cvbhyjdf cxfcnkbdfz cybersex cyclones cygnusx
  cynthia daedalus dagobert daisydog dallas dangerou daniel danielle dannyboy daredevi daredevil darkange darkangel darklord darkness
  darkside darkstar darthvad darthvader dashboard david davidoff daydream dbrnjhbz deadhead deadpool deadspin death deathnote deathrow
  deborah december deepblue deepthro deepthroat deerhunt deeznuts deeznutz default defender deftones delpiero demon derparol designer
  desperado destiny detectiv detroit deutschland devil devildog devilman devilmaycry dfcbkbcf dfktynby dfktynbyf dhjnvytyjub diamante
  diamond diamonds dickhead dickweed dietcoke digital dilbert dilligaf dillweed dima dingdong dinosaur dipstick direct dirtbike
  dirtydog discover dkflbckfd dkflbvbh dkflbvbhjdbx dkflbvbhjdyf doberman dodgeram dodgers doggydog doggystyle doghouse dogpound
  dolemite dolphin dolphins domainlock domenico dominic dominika dominion dominiqu dominique dontknow doomsday doorknob dortmund
  doughboy douglas downhill dragon dragonba dragonball dragonballz dragonfl dragonfly dragrace dragster dreamcas dreamcast dreamer
  drjynfrnt dropdead dropkick drowssap drpepper drummer dthjybrf dtkjcbgtl dtxyjcnm ducati duckhunt duracell dutchess dutchman
  dynamite earnhard earthlin earthlink eastside eastwood eatmenow eatpussy eclipse edinburg eggplant eightbal einstein ejaculation
  ekaterina elbereth elcamino eldiablo eldorado electric electron element elephant eleven elisabet elizabet elizabeth elizaveta elvis
  embalmer emmanuel emmitt enforcer engineer england enter enternow enterpri enterprise envision erection ericsson escalade escorpio
  espresso estrella eternity ethernet euphoria evanescence evangeli evangelion evergree everlast everques everquest everton evildead
  evolutio evolution excalibu excalibur excellen explorer express fabienne facebook facefuck failsafe fairlane fakepass falstaff
  fandango fantasia fantasti fantasy fantomas farscape fastball fastcars favorite fearless feathers feelgood fellatio fernando ferrari
  fgtkmcby fhvfutljy fidelity finalfantasy fireball firebird fireblad fireblade firefigh firefire firehawk fireman firestar firestorm
  firewall fishbone fishcake fisherma fisherman fishface fishhead fishing fishtank fivestar fkbyjxrf fktrcfylh fktrcfylhf fktyeirf
  flamengo flamingo flashman flathead flexible flipflop flipmode flipper florida flounder flower flowers flvbybcnhfnjh flyers football
  footlove fordf fordtruc foreplay foreskin forever forgetit formula forsaken foxylady francesc francesco francis francisc francisco
  frank frankie franklin freckles fred freddie frederik freebird freedom freefall freepass freeporn freeuser freewill freiheit
  frenchie friday friends friendship friendster front frontier fruitbat fuckedup fuckface fuckhead fuckinside fuckme fuckmehard
  fuckoff fuckshit fuckthat fuckthis fuckyeah fuckyou fuckyoubitch fujifilm fullback fullmoon funstuff funtimes fussball futurama
  futyn fuzzball fyfcnfcbz fyfnjkbq fynjybyf fyutkbyf fyutkjxtr gabriel gabriela gabriell galeries gallaries gamecock gamecube
  gameover gandalf gangbang gangbanged gangster ganjaman gannibal garfield gargoyle gateway gatorade gbgbcmrf gbhfvblf geibcnbr
  general genesis georgia geraldin germany geronimo gesperrt getmoney gfgfvfvf gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghbdtndctv
  ghbdtnrfrltkf ghblehjr ghbywtccf ghjcnbnenrf ghjcnjgfhjkm ghjcnjnfr ghjdthrf ghjnjnbg ghjuhfvvf ghostrider gianluca gigabyte
  ginscoot giovanni girfriend giveitup gizmodo gladiato gladiator glendale glennwei glenwood gobigred godbless godfathe godfather
  godisgood godsmack godspeed godzilla gogators golden goldeney goldeneye goldfing goldfish goldrush goldstar goldwing golfball
  golfclub goodfell goodgirl goodison goodlife goodluck goodtime goodyear goofball google gooseman gordon gorgeous gorillaz gotigers
  gotohell gotyoass graduate grandpri grapeape graywolf greatone greatsex greedisgood green greenbay greenday greenman greentea
  gregory greyhoun greywolf groupd gsxr gtnhjdbx guardian guesswho guillaum guillerm guinness gulliver gwerty gymnastic hairball
  halflife hallo hallowee handball handsome handyman hannibal hannover happines happy happyday happydog happyman hardball hardcock
  hardcore harddick hardrock hardwood hardwork harley harrison harrypotter hatteras hattrick hawaii hawaiian hawkeye hawkeyes hawkwind
  hawthorn hayabusa headless headshot heather hedgehog heineken heinlein hellfire hello hellohel hellokitty helloworld hellsing
  hellyeah hercules herewego hermione hernande hershey hetfield highbury highheel highland highlander highlife hillbill hillside
  hitman hogwarts holiday hollywoo holyshit homebrew homemade homepage homer hondacbr honey honeybee honeybun honeydew hongkong
  honolulu hooligan hoosiers hooters hornyguy hornyman horseman horsemen hotbabes hotchick hotgirls hotmail hotpussy hotstuff hounddog
  househouse housewife housewifes houston htubcnhfwbz hugetits hugoboss hulkster hunter hurrican huskers hyperion ibilltes icecream
  icehouse idontkno idontknow ignatius ihateyou ijrjkflrf ilikepie ilikesex illmatic illusion ilovegod iloveme iloveporn ilovepussy
  ilovesex iloveyou ilya immortal impalass implants imtheman india infiniti infinity insertion insertions insomnia inspiron interacial
  intercourse internet intrepid intruder inuyasha invictus ireland irishman ironhors ironmaiden ironman isabella isabelle islander
  istanbul istheman italiano iverson jackass jackson jakester jamaica james jamesbon jamesbond january japanees jasmine jason jayhawks
  jbond jediknig jeepster jefferso jeffrey jellybea jellybean jennifer jeremiah jessica jesus jiggaman johannes johncena johndeer
  johngalt johnjohn johnson jonathan jordan joseph josephin joystick junkmail jupiter jurassic justdoit justice justinbieber juventus
  kakashka kamasutra kamikadze kamikaze kangaroo karolina katarina katerina katherine kathleen kawasaki kazanova kazantip kcchiefs
  kenneth kennwort kenworth kevin keyboard keystone kfcnjxrf kickflip kicksass kikimora killbill killer killzone kimberly kingfish
  kingkong kingston kissmyas kissmyass kittycat kittykat kjrjvjnbd kleopatra klondike knickerless knickers knockers knuckles kobe
  komputer konstantin kordell koroleva krasotka kristen kristin kristina krokodil labrador lacrimosa lacrosse ladybird laetitia
  lagwagon lakers lakeside lakewood lalakers lalalala lambchop lamborghini lancaste lancelot landrove lapochka laracroft laserjet
  lasttime lasvegas lavalamp lawrence leavemealone lebowski lebron leedsutd lemmings lemonade lenochka leonardo leonidas lesbians
  letmein letmeinn letmesee letsdoit letsfuck letsplay leverage lfitymrf libertad liberty lifehack lifeisgood lighthou lightnin
  lightning lilwayne limewire lincoln lindsay lindsey lineage linkedin lionhear lionheart lionking littlema livelife liverpoo
  liverpool livewire ljxtymrf lockdown lockerroom logitech loglatin lokomotiv lollipop lollypop london lonesome lonestar lonewolf
  longdong longhair longhorn longhorns longjohn longshot losangel losangeles lotus love loveable lovehate lovelife lovelove loveme
  loverboy loverman lovers loveyou lowrider lucky luckydog luckyone ludacris lunchbox luscious macaroni macdaddy macgyver machoman
  macintos macintosh mackenzi madagaskar madala maddison madison madonna magellan magic magician magicman mahalkita mailcreated
  majestic majordomo makaveli makeitso maksimka mallorca mallrats mamacita mamapapa mamochka manager manchest manchester mandarin
  mandingo mandolin mandrake manhatta mannheim manunited maradona marajade marathon marauder marcello marcius margaret margarit marie
  marijuan marijuana mariners marines marino mariposa marishka marketin marlboro marseill marseille marshall martinez maryjane
  masamune maserati mash master masterbaiting masterbate masterbating masterkey mastermi mastermind masturbation matchbox matthew
  matthias maurizio maurolarastefy maverick maximilian maximus maxpayne maxpower maxwell mazafaka mazda mazdarx meandyou meatball
  meathead meatloaf mechanic megadeth megapass megatron melanie melissa memories meowmeow mephisto mercedes mercury meridian mersedes
  metallic metallica michael michele michelle michigan mickey microlab microphone microsof microsoft midnight mike milamber milhouse
  milkyway millenium million millwall minecraft minimoni minnesot miranda mischief misfit misiaczek mississi mistress mitchell
  mobilemail mobydick modelsne mojojojo molly mollydog momsanaladventure monalisa money moneyman mongoose monica monique monkey
  monkeybo monkeyboy monkeyma monkeyman monolith monopoly monster montana montecar montecarlo monterey montgom montreal montrose
  moonbeam moonligh moonlight moonshin moonshine morgan morozova morpheus morrowind mortgage morticia mortimer motdepasse motherfu
  motherfucker motherlode motocros motocross motorcyc motorola mountain mudvayne muffdive muhammad multiplelo munchkin mushroom music
  musicman mustang mustangs myfriend mynameis mypasswo mypassword mysecret myspace myxworld nadezhda nancy naruto nascar nastenka
  natalie natascha natasha natedogg nathanie nathaniel naughty nautilus navigato navigator navyseal nbuhtyjr nebraska needforspeed
  nemesis nemrac netscape nevermin nevermind nevermor nevermore newcastl newcastle neworder newpass newpassword newport newproject
  newstart newyork nicetits nicholas nicole nightmar nightmare nightowl nightwin nightwish nineball nineinch ninja nintendo nirvana
  nocturne nokia nokian noname nonmembe nopassword normandy nosferatu nostromo notebook nothing notredam nounours november novifarm
  novikova nthvbyfnjh ntktdbpjh number nuttertools nygiants nyyankee oblivion obsidian october olivia omegared onelove onepiece open
  opendoor operator optimist optiplex orange outsider overkill overlord packard packers paintbal paintball pakistan paladin pallmall
  palmtree panasoni panasonic pandora panorama pantera panther panthers panties pantyhos pantyhose papabear papamama paperino papillon
  paradigm paradise paramedi paramore parker parlament parsifal partizan pasadena pass passcode passmast passpass passport passthie
  passwd passwerd passwor password passwordpassword passwords passwort patches pathfind pathfinder patricia patrick patriots patrizia
  patterso pavement pavilion payton peaceout peaches peanut pearljam pebbles peekaboo pegasus penelope penetrating penetration penguin
  penguins pennstat pennywis penthous pepper pepsi peregrin perfect personal pertinant peterbil peternorth peterpan petrovich phaedrus
  phantom pharmacy phialpha philippe phillies phoenix pianoman pictuers piercing pimpdadd pimpdaddy pimpster pineappl pineapple
  pinetree pingpong pinkfloy pinkfloyd pinnacle pipeline pippen piramida pitchers pizzahut pizzaman plastics platinum platypus
  playball playboy playmate playstat playstation playtime plymouth poiuytrewq pokemon polaroid polniypizdec pontiac poohbear pool
  poontang poophead popcorn porkchop pornking pornographic pornpass pornstar porsche portland portugal poseidon power powerman
  preacher precious predator prelude presario presiden princesa princess princessa princeto pringles priscill private priyanka
  property pufunga pumpkin pumpkins punisher punkrock puppydog purple pussy pussycat pussyeat pussylover pussyman pyramid pyramids
  qawsedrf qawsedrftg qazqazqaz qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb qazxsw qazxswedc qqqqqqqq qqww qwaszx qweasd
  qweasdzx qweasdzxc qwedsazxc qweqwe qweqweqwe qwer qwerasdf qwerasdfzxcv qwerqwer qwert qwerty qwertyqwerty qwertyui qwertyuio
  qwertyuiop qwertz qwertzui qwertzuiop qweszxc rachel radiohea radiohead ragnarok raiders rainbow rainbows raindrop rainyday raistlin
  rammstei rammstein ramstein rangers rapunzel rasputin rastaman raymond rdfhnbhf realmadrid rebbyt rebecca reckless redalert redbaron
  reddevil reddwarf redheads redlight redneck redskins redstorm redwings reginald reloaded remember remingto renegade rerfhtre revival
  revoluti revolver rfgbnjirf rfhfvtkmrf rfhfylfi rfhlbyfk rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnrf rhjrjlbk
  rhtdtlrj riccardo richard rickster riffraff rightnow riverrat riversid rjhjktdf rjirfrgbde rjycnfynby rktjgfnhf roadkill roadking
  roadrunn roadrunner roadster robert robinhood robotech robotics rockford rockhard rocknrol rocknroll rockstar rocky rolltide
  romanova romashka ronaldinho ronaldo roosters rootbeer rootedit rootroot rosebud rosewood royal rsalinas runescape rush rushmore
  russell russian rusty rustydog saab sabrina sagitario sailboat salamander salasana saltydog salvator samadams samantha sammy
  sammydog samsung sandiego sandman sandrine sanity santacru santiago sapphire sarajevo saratoga sasha satan satellit saturday
  sausages savannah saxophon scarface scheisse schnuffi scirocco scooby scoobydo scoobydoo scooter scorpio scorpion scorpions scotland
  scrabble scrapper screamer screwyou seahawks seahorse sealteam seattle sebastia sebastian sebastie secret security seductive segblue
  seinfeld seminole semperfi senators sentinel sephirot sephiroth septembe september seraphim serenity sergbest sersolution service
  sevenof sexsexse sexybabe sexybitch sexygirl sexylady sexymama sfgiants shadow shamrock shaney shannon sheepdog sheffield sherlock
  shevchenko shinigami shitface shitfuck shithead shotokan showtime shredder sidekick sidewind sigmachi silverad silverado simpsons
  singapor sinister sithlord sixtynin skateboard skeeter skinhead skipper skittles skorpion skydiver skywalke skywalker slamdunk
  slapnuts slapshot slimshad slimshady slipknot slippery slowhand smackdow smackdown smartass smashing smeghead smirnoff smirnova
  smoke smokedog smoothie snakeman snapshot sneakers snickers snoopdog snoopdogg snowball snowbird snowboar snowboard snowflak
  snowflake snowman snuggles soccer socrates softball softtail software sokolova solitude solnishko something songbird sonyericsson
  sonyfuck sonyvaio sooners sopranos soulmate southpar southpark southpaw southside spaceman spanking sparhawk sparkles spartan
  spartans special specialk spectrum spencer spiderma spiderman spitfire splatter splinter spongebo spongebob sporting sprinter
  sprocket squerting squirrel srinivas stallion stamford stanislav stanley starbuck starbucks starcraf starcraft stardust starfire
  starfish stargate starligh starlight starlite starship start startrek starwars steelers stephani stephanie stephen sterling stewart
  stickman stigmata stiletto stinger stingray stocking stockings stonecol stonecold stonewal stoppedby stranger stratfor strawber
  strawberry streaming stripper stupid sublime submarin success suckcock suckdick suckmydick summer summertime sundance sunderla
  sundevil sunflowe sunflower sunlight sunnyday sunshine super superbow superfly superman supernov supernova supersonic supersta
  superstar surveyor survivor svetlana swallows sweetass sweetheart sweetie sweetnes sweetness sweetpea swimming swingers swinging
  swordfis swordfish sylveste syncmaster syracuse tacobell taekwondo tailgate takamine talisman tamerlan tampabay tangerin tarheels
  taylor tazmania teacher teamwork technics tecumseh teddybea teddybear telephon telephone temppass temptress tenerife tennesse tennis
  tequiero teresa terminal terminat terminator terrapin terriers test testibil testing testpass testtest thailand thanatos thankyou
  thebeast theclash thedoors theforce thegreat theking therock thesaint thething thetruth thirteen thisisit thomas threesom thuglife
  thumbnils thumper thunder thunderb thunderbird tiberian tiberius tickling ticklish ticktock tiffany tiger tigercat tigger timberland
  timelord timothy timoxa tinkerbe tinkerbell titanic titanium titleist tkbpfdtnf together tokiohotel tomahawk tommyboy tomservo
  tonyhawk tooltime toonarmy topolino topsecre topsecret toriamos tortoise tottenha tottenham toulouse trailers transexual translator
  traveler treasure treefrog trfnthbyf triangle trinitro trinitron trinity triplets trojans trombone trooper trouble trousers trucker
  trucking trueblue truelove truffles trumpet trustno tryagain tunafish turkey twilight twinkle ufhvjybz uhbujhbq ultimate ultraman
  umbrella uncencored underdog undertak undertaker undertow unicorn universa universal universi university ursitesux username usmarine
  usmc usuckballz utahjazz vacation vagabond valencia valentin valentina valeriya valhalla valkyrie valleywa vampire vancouve vanessa
  vanguard vanhalen vaseline vasilisa vauxhall vegas vegeta vendetta verbatim veronica veronika verygood vfhbyjxrf vfhnsirf vfhufhbnf
  vfitymrf vflfufcrfh vfnbkmlf vfntvfnbrf vfpfafrf vfrcbvrf vfvfgfgf vfylfhby victoria victory viewsoni viewsonic vikings viktoria
  viktoriya vincent violator violetta vipergts virginie vivitron vjqgfhjkm vkontakte vladimir vladislav vodafone volkodav volkswag
  volkswagen volleyba voyager vqsablpzla vsjasnel wachtwoord waffenss wanderer wapapapa warcraft wareagle warhamme warhammer warrior
  warriors washingt waterboy waterfal waterloo watermelon waterpolo waterski wdtnjxtr weare webhompas webmaste webmaster websol
  websolutions wednesda welcome wellhung wellingt werewolf westside westwood wetpussy whatever whiplash whiskers whiskey whistler
  whiteboy whiteout whitesox whocares whoknows wildbill wildcard wildcats wildfire wildwood william williams willow winchest windmill
  windows windsurf wingchun wingzero winston winter wishbone wolfgang wolfpack wolverin wolverine wonderboy wonderfu woodland woodstoc
  woodstock woodwork woofwoof wordpass worldcup wrangler wrestlin wrestling wrinkle wrinkles xxxxxxxx yamaha yamahar yankees yaroslav
  yeahbaby yellow yesterda yfcntymrf yfnfitymrf yjdsqgfhjkm yogibear yorktown yosemite youandme yourmama yourmom ytngfhjkz zachary
  zanzibar zaqwsxcde zaqxswcde zeppelin zerocool zildjian zolushka zxasqw zxcasdqwe zxcv zxcvasdf zxcvb zxcvbnm zxcvbnmz zxcvvcxz
  zzzzzzzz
  `
    .trim()
    .split(/\s+/),
)
