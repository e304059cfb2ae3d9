/**
 * The passwords of 8 and more characters that lists of leaked ones name most often, in lower case.
 * A module of its own: only a page where a new password is chosen loads it.
 */
const common = new Set(
  `
  00000000 000000000 0000000000 00001111 01010101 01020304 01234567 012345678 0123456789 09876543
  0987654321 10101010 10203040 1029384756 11111111 111111111 1111111111 11112222 11223344
  1122334455 112233445566 12121212 121212121 12123434 12312312 123123123 1231231234 123123qwe
  12341234 1234321a 12344321 1234512345 123454321 123456123456 12345678 123456789 1234567890
  12345678900 12345678901 1234567890q 12345678910 123456789a 123456789abc 123456789q 123456789qwe
  12345678a 12345678q 12345678qwe 1234567a 1234567q 12345abc 12345abcd 12345qwe 12345qwert
  1234abcd 1234asdf 1234qwer 123abc123 123asdqwe 123qwe123 123qweasd 123qweasdzxc 12qw34er
  12qwaszx 13131313 13243546 134679852 13579246 135792468 14141414 142536789 147258369 14789632
  147896325 15151515 159357456 159753456 159951159 16161616 17171717 18181818 18273645 19191919
  1a2b3c4d 1a2s3d4f 1q1q1q1q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz1qaz 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 1qazzaq1 20102010 20202020 21212121 21436587 22222222 222222222 22334455
  23232323 24682468 25252525 25802580 258456123 31415926 32132132 321321321 33333333 333333333
  36925814 369258147 3rjs1la7qe 43214321 44444444 444444444 45454545 456456456 456789123
  4815162342 55555555 555555555 5555555555 55667788 56565656 567891234 66666666 666666666 67896789
  74185296 741852963 753159456 76543210 7654321a 77777777 777777777 7777777777 78787878 78945612
  789456123 789456123a 789789789 87654321 876543210 87654321a 88888888 888888888 8888888888
  89898989 963852741 987456321 98765432 987654321 9876543210 99887766 99999999 999999999
  9999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678
  aa123456789 aaaa1111 aaaaaaaa aaaaaaaaaa ab123456 abc12345 abc123456 abc123abc abcabcabc
  abcd1234 abcd12345 abcdabcd abcdefgh abcdefghi abcdefghij access14 admin123 admin1234 admin12345
  admin123456 adminadmin administrator airborne alejandra alejandro alexande alexander alexandra
  alexandre america1 anderson andromeda angelica angelina anthony1 antonio1 apple123 aqwzsxedc
  arsenal1 asd12345 asd123456 asdasd123 asdasdasd asdf1234 asdfasdf asdfg123 asdfgh123 asdfghjk
  asdfghjkl asdfjkl1 asdqwe123 azerty123 azertyui azertyuiop babygirl babygirl1 babygurl babygurl1
  backspace badminton bailey123 barbara1 barcelona barcelona1 baseball baseball1 basketball
  basketball1 batman123 beautiful beautiful1 benjamin berkeley bigdaddy bismillah blackberry
  blackcat blackjack blessed1 blink182 blueberry bluebird bonjour1 bradley1 brandon1 brandon123
  brooklyn budweiser bullshit bullshit1 business buttercup butterfly butterfly1 california
  cameron1 campbell carolina caroline cavalier celtic1888 champion changeme changeme1 changeme123
  charles1 charlie1 charlie123 charlott charlotte cheese123 chelsea1 chelsea123 chelseafc chester1
  cheyenne chicken1 chickens chocolat chocolate chocolate1 christia christian christian1 christin
  christina christine christmas christopher cinderella cocacola cocacola1 colorado columbia
  computer computer1 concrete consumer cookie123 corvette courtney cowboys1 creative cricket1
  cristian cristiano cristina crystal1 dallas123 dallas22 daniel123 danielle danielle1 dashboard
  david123 december default1 destiny1 diamond1 diamonds dickhead direct01 dodgers1 dolphin1
  dolphins dominic1 dominique dragon123 drpepper einstein elephant elizabet elizabeth elizabeth1
  emmanuel enterprise estrella everton1 evolution explorer f00tball facebook facebook1 favorite123
  fernando ferrari1 fireball firebird firefire firewall florida1 flower123 football football1
  football12 forever1 forever21 formula1 francesco francisco franklin freddie1 freedom1 freepass
  friends1 friendship fuckyou! fuckyou1 fuckyou123 fuckyou2 fuckyoubitch gabriel1 gabriela
  gangster garfield gateway1 georgia1 giovanni godisgood godzilla golden123 goldfish goodluck
  google123 gorgeous graduate greenday greenday1 guinness gwerty123 hallo123 handsome happy123
  happyday hardcore harley01 harrison hawaii50 hello123 hello1234 hello12345 hellokitty helloworld
  highland homer123 honey123 hotmail1 househouse hunter12 hunter123 icecream iloveme1 iloveyou
  iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 infinity internet internet1
  inuyasha isabella isabelle jackson1 jackson5 january1 jasmine1 jennifer jennifer1 jeremiah
  jessica1 jessica123 johncena johnjohn jonathan jonathan1 jordan123 jordan23 joseph123 juventus
  katherine kathleen kawasaki kimberly kimberly1 kingkong kissmyass kobe2424 kristina lakers24
  lalalala lawrence leonardo letmein1 letmein12 letmein123 letmein2 leverage liberty1 lifehack
  linkedin liverpoo liverpool liverpool1 lol123456 london123 love1234 love12345 loveable lovelove
  loverboy lovers123 loveyou1 lucky123 macintosh madison1 majordomo manchester manchester1
  margaret marie123 marlboro marshall martinez master123 matthew1 maverick maximus1 melissa1
  memories mercedes mercury1 metallic metallica metallica1 michael1 michael123 michelle michelle1
  michigan mickey123 microsoft midnight million1 minecraft mitchell mobilemail monica123 monkey123
  montana1 moonlight morgan123 motherfucker motorola mountain muhammad mustang1 myspace1 naruto123
  natalie1 nathaniel nevermind newcastle newpassword newyork1 nicholas nicholas1 nicole123
  nightmare ninja123 nintendo nokia123 nothing1 november number11 october1 olivia123 onelove1
  orange123 p@$$w0rd p@ssw0rd p@ssw0rd1 p@ssword pa$$w0rd pa$$word pa55w0rd pa55word pakistan
  panasonic panther1 paradise parker123 pass1234 pass12345 pass123456 passpass passport passw0rd
  passw0rd! passw0rd1 passw0rd123 passwd123 password password! password!1 password0 password01
  password1 password1! password10 password11 password12 password123 password123! password1234
  password12345 password13 password2 password21 password22 password23 password3 password4
  password5 password6 password7 password77 password8 password88 password9 password99 password@1
  password@123 passwordpassword passwort patricia patrick1 peaches1 peanut123 pebbles1 penelope
  pepper123 personal philippe phoenix1 pineapple playboy1 playstation pokemon1 pokemon123 porsche1
  porsche911 portugal power123 precious precious1 presario princesa princess princess1 princess12
  princess123 princessa private1 property punkrock purple123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
  qazqazqaz qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedc123 qazxsw123 qq123456 qqqqqqqq
  qqww1122 qwaszx12 qwe12345 qwe123456 qwe123qwe qweasd123 qweasdzx qweasdzxc qweasdzxc123
  qweqwe123 qweqweqwe qwer1234 qwerasdf qwerqwer qwert123 qwert1234 qwert12345 qwerty00 qwerty01
  qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty78 qwertyqwerty
  qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop123 qwertz123 qwertzui qwertzuiop qweszxc1
  r2d2c3po rachel123 rainbow1 rangers1 rebecca1 redskins reginald remember richard1 robert123
  rockstar rockstar1 ronaldinho ronaldo7 rootroot royal123 rush2112 rusty123 sagitario samantha
  samantha1 samsung1 samsung123 sandiego santiago sasha123 saturday savannah scarface scooby123
  scorpio1 scorpion scotland sebastian secret123 security septembe september september1 serenity
  shadow12 shadow123 shannon1 sheffield simpsons skateboard slipknot slipknot1 snickers snoopdog
  snowball soccer10 soccer11 soccer12 soccer123 softball softball1 something southside spartans
  spiderman spiderman1 spitfire spongebob spongebob1 sporting1 starcraft stargate startrek
  starwars starwars1 steelers steelers1 stephani stephanie stephanie1 sterling stockings
  strawberry strawberry1 stupid123 success1 summer123 sunflower sunshine sunshine1 sunshine123
  superman superman1 superman123 supernova superstar superstar1 sweetheart sweetie1 sweetpea
  swordfish taylor123 teacher1 telephone tennis123 teresa123 terminal test1234 test12345
  test123456 testing1 testing123 testpass testtest thailand theking1 thomas123 thunder1
  thunderbird tigger123 timberland tinkerbell tinkerbell1 titanic1 together tottenham trfnthbyf
  trinity1 trustno1 twilight twilight1 twinkle1 undertaker undertaker1 universal university
  valencia valentin valentina vanessa1 vegeta123 veronica verygood vfrcbvrf victoria victoria1
  victory1 viktoria vincent1 w1w2w3w4 warcraft warcraft1 warriors welcome1 welcome12 welcome123
  welcome1234 welcome2 welcome@123 westside whatever whatever1 whiskey1 wildcats william1 williams
  willow123 winston1 winter123 wolfgang wolverine woodland wrestling wrestling1 xbox360xbox
  xxxxxxxx yamaha123 yankees1 yellow123 yourmom1 z1x2c3v4 zachary1 zaq12wsx zaq1xsw2 zaq1zaq1
  zxc12345 zxc123456 zxcasdqwe zxcvb123 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnmz zzzzzzzz
  `
    .trim()
    .split(/\s+/),
)

/** Whether a password is among the most common ones, however its letters are cased. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
