/*
 * Common passwords, compiled from what the published rankings have in common: words that people use with or without digits around
 * them, and strings that people use as they are. Only passwords that could be long enough are listed. Keyboard rows, repeated
 * characters and dates are detected without a list (see password-strength.rules.ts).
 */

/** Words in lower case. Digits and signs around them, or digits in place of letters, make them no harder to guess. */
const WORDS = `
password passwort passwords passcode passphrase contrasena senha parola haslo wachtwoord losenord salasana adgangskode
motdepasse heslo jelszo sifre lozinka parool katasandi matkhau pass passme passport mypass mypassword thepassword newpassword oldpassword
nopassword yourpassword changeme changeit changethis letmein letmeinn letmeinnow openup opensesame sesame access accessme accessdenied
admin admins administrator administrador adminadmin adminpass root rootroot toor super superuser superman supervisor sysadmin system
systemadmin manager manage master masterkey user username users userpass guest guests login loginlogin logon logmein signin signup
default defaultpass temp temporary temppass test tester testing testtest testuser testpass example sample demo demodemo dummy anonymous
nobody somebody anybody everybody unknown secret secrets secretkey topsecret mysecret private privacy security secure secured safety server
service services support helpdesk office company business work worker working staff team teamwork member members account accounts
welcome welcometo welcomehome welcomeback hello helloworld hellohello hellokitty hithere howareyou goodbye goodmorning goodnight thankyou
please pleaseletmein whatever whatsup nothing something anything everything forgot forget forgetit forgotten remember rememberme dontforget
computer computers laptop desktop keyboard monitor printer internet network wireless website online offline google googlegoogle gmail
yahoo hotmail outlook facebook twitter instagram youtube linkedin myspace snapchat tiktok whatsapp skype amazon ebay paypal netflix
spotify apple iphone ipad macbook windows microsoft office android samsung galaxy nokia motorola huawei xiaomi sony playstation xbox
nintendo gameboy pokemon pikachu charizard minecraft fortnite roblox warcraft worldofwarcraft starcraft diablo counterstrike halflife
halo doom quake tetris mario supermario luigi zelda sonic kirby sega atari gamer gamers gaming player playing playboy games
qwerty qwertz azerty qwertyuiop qwerty qwer asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc zaqwsx zaqxsw wasd abcd abcdef
abcdefg abcdefgh abcabc abcxyz xyzabc alphabet alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november
oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu omega gamma sigma
iloveyou iloveu ilovehim iloveher iloveme ilovejesus ilovegod ilovemom ilovemum ilovedad ilovemyself ilovemyfamily iloveyousomuch
iloveyouforever loveyou loveme lovers lover lovely love loveisall lovelove loveforever mylove mylover truelove sweetlove endlesslove
teamo teamomucho tequiero tequieromucho amor amorcito amormio miamor corazon corazoncito princesa princess princesse prinzessin
jetaime monamour cherie doudou ichliebedich schatz schatzi liebe ich engel hallo hallohallo amore tiamo bella ciao ciaociao
sweet sweetheart sweetie sweety sweetness sweetpea honey honeybee honeybunny honeymoon babe babes baby babyboy babygirl babydoll babyblue
babylove babycakes darling dearest sugar candy candyman kisses kissme kisskiss hugs hugme cuddles romance passion forever foreverlove
always friend friends friendship bestfriend bestfriends bff family myfamily mother mommy mummy mama mamapapa mum father daddy daddysgirl
papa dad momdad mumdad parents brother brothers sister sisters grandma grandpa grandad granny nana cousin uncle auntie children child
kids daughter son wife husband boyfriend girlfriend fiance wedding married marriage single divorce
sunshine sunny sunday sunset sunrise sunflower sunlight moon moonlight moonshine starlight stars star starfish shooting rainbow rainbows
rain raindrop snow snowball snowflake snowman snowboard winter summer spring autumn fall summertime wintertime springtime january february
march april june july august september october november december monday tuesday wednesday thursday friday saturday weekend holiday
holidays vacation christmas xmas santa santaclaus easter halloween birthday happybirthday newyear happynewyear valentine thanksgiving
ocean oceans river rivers water waterfall island mountain mountains forest jungle desert garden flower flowers rose roses redrose lily
daisy tulip tulips violet orchid jasmine lavender sakura lotus blossom cherry strawberry blueberry raspberry blackberry apple apples
banana bananas orange oranges lemon lemons lemonade mango peach peaches pineapple coconut watermelon kiwi grape grapes avocado tomato
potato carrot onion pumpkin pepper peppers peppermint ginger cinnamon vanilla chocolate chocolat choco cookie cookies cupcake cake cheese
cheesecake butter butterfly butterflies buttercup pancake muffin brownie icecream coffee cappuccino espresso mocha tea cocacola coke
pepsi sprite fanta redbull monster beer budweiser heineken corona guinness whisky vodka tequila wine champagne pizza pasta spaghetti
burger hamburger sandwich bacon chicken turkey steak sushi taco tacos burrito nachos noodles ramen rice bread honeycomb jelly jellybean
peanut peanuts peanutbutter walnut almond hazelnut popcorn pretzel pickle pickles waffle waffles toffee caramel marshmallow
dragon dragons dragonfly dragonball dragonballz monkey monkeys monkeyboy gorilla kitty kitten kittens kittycat cat cats catdog catwoman
dog dogs doggy doggie puppy puppies puppylove bulldog bulldogs poodle beagle labrador husky rottweiler dalmatian chihuahua tiger tigers
tigger lion lions lionking lioness panther panthers leopard cheetah jaguar puma cougar bear bears teddybear teddy panda pandas koala
kangaroo elephant elephants rhino hippo giraffe zebra horse horses pony ponies unicorn unicorns pegasus phoenix eagle eagles falcon
falcons hawk hawks raven ravens crow owl owls parrot penguin penguins pigeon duck ducks ducky duckling goose swan flamingo peacock
dolphin dolphins whale whales shark sharks fish fishes fishing goldfish salmon turtle turtles tortoise frog frogs froggy lizard snake
snakes python cobra viper rabbit rabbits bunny bunnies hamster mouse mickey mickeymouse minnie donald donaldduck goofy pluto squirrel
hedgehog foxy fox wolf wolves wolverine wolfpack werewolf buffalo bull bulls cowboy cowboys cow cows pig piggy piglet goat sheep lamb
spider spiderman scorpion butterfly ladybug ladybird bumblebee honeybee mosquito
football footballer soccer futbol fussball fotbal basketball baseball softball volleyball handball hockey icehockey tennis badminton
golf golfer golfing rugby cricket boxing boxer wrestling karate judo kungfu swimming swimmer surfing surfer skating skateboard skater
snowboarder skiing running runner cycling gymnast dancer dancing ballet cheer cheerleader athlete champion champions winner winners
winning victory goal goalkeeper striker captain coach referee trophy olympics worldcup superbowl playoffs
liverpool liverpoolfc arsenal arsenalfc chelsea chelseafc manchester manchesterunited manunited manutd mancity manchestercity tottenham
spurs everton newcastle leeds leedsunited westham astonvilla rangers celtic barcelona barca fcbarcelona realmadrid atletico juventus
juve inter intermilan milan acmilan roma lazio napoli ajax feyenoord bayern bayernmunchen borussia dortmund schalke benfica porto
sporting galatasaray fenerbahce besiktas flamengo corinthians palmeiras santos boca bocajuniors riverplate chivas america pumas
yankees redsox dodgers giants mets cubs braves cardinals phillies pirates orioles bluejays mariners lakers celtics knicks bulls heat
spurs rockets warriors packers steelers patriots cowboys redskins broncos raiders dolphins vikings eagles saints colts chargers
redwings bruins blackhawks canadiens mapleleafs flyers rangers penguins
messi lionelmessi ronaldo cristiano cristianoronaldo neymar beckham davidbeckham rooney gerrard zidane maradona pele kaka ronaldinho
jordan michaeljordan kobe kobebryant lebron lebronjames shaq federer nadal djokovic tigerwoods schumacher hamilton ferrari mclaren
mercedes porsche lamborghini bugatti maserati bentley rollsroyce jaguar audi volkswagen golfgti bmw bmwm opel ford fordgt mustang
camaro corvette chevrolet chevy dodge viper charger challenger cadillac chrysler jeep wrangler hummer toyota corolla supra honda civic
accord nissan skyline subaru impreza mitsubishi lancer mazda suzuki yamaha kawasaki ducati harley harleydavidson davidson triumph
peugeot renault citroen fiat alfaromeo skoda seat volvo scania tesla kia hyundai lexus infiniti
batman robin joker superman superwoman wonderwoman supergirl ironman captainamerica hulk thor loki avengers deadpool wolverine xmen
punisher daredevil spawn catwoman batgirl flash greenlantern aquaman marvel comics starwars darthvader vader skywalker lukeskywalker
yoda chewbacca hansolo jedi jedimaster jediknight sith padawan obiwan anakin kenobi startrek enterprise spock picard voyager trekkie
harrypotter potter hermione ronweasley hogwarts dumbledore voldemort gryffindor slytherin ravenclaw hufflepuff quidditch lordoftherings
gandalf frodo bilbo gollum aragorn legolas gimli sauron hobbit matrix neo trinity morpheus terminator predator alien aliens rambo rocky
godfather scarface gladiator spartan spartacus maximus braveheart titanic avatar jurassic godzilla kingkong jamesbond bond goldfinger
indiana indianajones pirates jacksparrow blackpearl twilight bella edward hungergames katniss gameofthrones winterfell stark khaleesi
breakingbad heisenberg walkingdead friends simpsons homer bart bartsimpson southpark cartman kenny spongebob patrick squidward futurama
bender familyguy rugrats scooby scoobydoo shaggy garfield snoopy woodstock peanuts tomandjerry bugsbunny tweety daffyduck popeye
pinkpanther barbie smurf smurfs naruto sasuke sakura itachi kakashi hinata bleach ichigo onepiece luffy goku vegeta gohan inuyasha
sailormoon hellsing evangelion digimon yugioh anime manga otaku ninja ninjas samurai shogun katana sensei
metallica nirvana slipknot korn linkinpark linkin eminem slimshady beatles thebeatles rollingstones ledzeppelin zeppelin pinkfloyd
acdc blacksabbath ironmaiden megadeth slayer pantera rammstein queen queens coldplay radiohead oasis blur greenday blink offspring
sublime evanescence paramore muse kiss aerosmith bonjovi gunsnroses scorpions motorhead ramones sexpistols theclash depeche madonna
britney britneyspears shakira beyonce rihanna ladygaga katyperry adele taylorswift justinbieber bieber onedirection harrystyles jonas
jonasbrothers mileycyrus hannahmontana selena selenagomez ariana arianagrande billieeilish drake kanye kanyewest tupac biggie snoop
snoopdogg jayz fiftycent usher michaeljackson jackson elvis elvispresley sinatra marley bobmarley reggae hiphop rap rapper rock rockon
rockandroll rocknroll rockstar punk punkrock metal heavymetal techno trance house music musica musicman guitar guitarist bass drums
drummer piano violin trumpet singer singing dance karaoke melody harmony
jesus jesuschrist jesuslovesme jesusislord christ christian godisgood godisgreat godislove godbless blessed blessing heaven heavenly
angel angels angelic angela angelito angie archangel faith hope hopeful grace glory believe bible church gospel prayer praise worship
savior saviour holyspirit trinity genesis exodus matthew psalm amen allah allahuakbar bismillah muhammad mohammed islam ramadan ganesh
ganesha krishna jaishriram omsairam sairam waheguru buddha karma namaste shalom israel zion devil demon demons lucifer satan hell
hellraiser diablo evil darkness dark darkangel darklord shadow shadows ghost ghosts vampire zombie zombies witch wizard magic magical
magician mystic mystery fantasy fairy fairytale dream dreams dreamer dreaming dreamland wish wishes miracle destiny fortune lucky
luckyone luckycharm luckyday goodluck karma spirit spiritual soul soulmate
michael michelle matthew jennifer jessica ashley amanda daniel david joshua andrew james robert john johnny johndoe joseph jordan justin
ryan brandon jason nicholas nicole anthony william jonathan christopher christian christina christine cristina stephanie elizabeth
samantha sammy samuel benjamin benny alexander alexandra alexandre alexandria alexis alex alejandro alejandra andrea andreas andre
antonio antonia angelina thomas tommy timothy tyler taylor thompson patrick patricia peter paul paula pauline philip phillip richard
rachel rebecca robert roberto roberta robin roger ronald rosemary russell sandra sarah sara scott sean shannon sharon simon simone
sophie sophia stephen steven steve stewart stuart susan suzanne sylvia teresa theresa tiffany tina tony tracey tracy travis trevor
valerie vanessa veronica victor victoria vincent virginia walter wendy wesley whitney william williams wilson winston zachary
aaron abigail adam adrian adriana alan albert alberto alice alicia alison allison alyssa amber amelia amy anderson anita anna annabelle
anne annie arthur ashton austin barbara barry beatrice bella bernard bethany betty beverly billy bobby bonnie bradley brandy brenda
brian brianna bridget brittany brooke bruce bryan caitlin caleb cameron carla carlos carmen carol carolina caroline carolyn carter
casey cassandra cassie catherine cathy cecilia charles charlie charlotte chelsea cheryl chester chloe chris chrissy cindy claire clara
clarence claudia clinton cody colin connie connor courtney craig crystal curtis cynthia dakota dallas damien danielle danny darren
darryl daryl debbie deborah debra denise dennis derek desiree destiny devin diana diane diego dominic dominique donna dorothy douglas
duncan dustin dylan eddie edgar eduardo edward edwin eileen elaine eleanor elena elijah elisabeth ellen emily emma enrique eric erica
erika ernesto esmeralda esther ethan eugene evelyn fatima felicia felipe felix fernanda fernando fiona florence frances francesca
francis francisco frank frankie franklin freddie frederick gabriel gabriela gabriella gabrielle gareth gary gavin geoffrey george
georgia georgina gerald gerard gilbert gillian gloria gordon graham gregory guillermo gustavo hannah harold harrison harry harvey
hayley hazel heather hector heidi helen helena henry herbert herman holly hope howard hunter isaac isabel isabella isabelle ivan jack
jackie jackson jacob jacqueline jaime jake jamie jane janet janice jared jasmin jasmine javier jay jeanette jeffrey jenna jenny jeremiah
jeremy jerome jerry jesse jessie jill jimmy joanna joanne jocelyn joel jonas jorge jose josefina joshua josue joyce juan juanita julia
julian juliana julie juliet juliette julio justine karen karina karla karl kate katherine kathleen kathryn kathy katie katrina kayla
keith kelly kelsey kenneth kenny kevin kimberly kimmie kirsten kristen kristin kristina kristine kyle kylie laura lauren laurence laurie
lawrence leanne leonard leonardo leslie lewis liam lillian lily linda lindsay lindsey lisa logan lorena lorenzo lorraine louis louise
lucas lucia lucy luis luke lydia lynn mackenzie madeline madison maggie malcolm manuel marcel marcela marcelo marco marcos marcus
margaret margarita maria mariah mariana marie marilyn marina mario marion marisol marissa mark marlene marshall martha martin martina
marvin mary mason mathew maureen maurice mauricio max maxine maxwell megan melanie melinda melissa mercedes meredith mia miguel miranda
mitchell molly monica monique morgan moses myriam nancy naomi natalia natalie natasha nathan nathaniel neil nelson nicholas nicola
nicolas nigel noah noel nora norman olive oliver olivia oscar pablo pamela parker pedro penelope penny perla philippe phoebe preston
priscilla quentin rafael ramon randall randy raquel raul raymond regina ricardo rita robbie rodney rodrigo rolando rosa rosalie rosie
roxanne ruben rudolf ruth sabrina sally salvador samson sandy santiago savannah sebastian selena serena sergio shane shawn sheila
shelby shelly sherry shirley sidney sierra silvia sofia spencer stacey stacy stanley stella summer susana suzie tamara tanya tatiana
terence terry theodore tiffany toby trinity trisha ursula valentin valentina valeria vicky vivian viviana wallace wayne wilfred xavier
yolanda yvette yvonne zoe olga svetlana natasha tatyana ekaterina anastasia vladimir nikita dmitry sergey andrey maksim igor marina
ahmed mohamed mohammad mustafa hassan hussein ibrahim yusuf omar osman fatma ayse mehmet ali aisha khadija rahul rohit priya pooja
deepak sanjay rajesh suresh ramesh ganesh krishna lakshmi anjali amit ankit sachin vijay ravi kumar singh sharma patel nguyen
smith smithy jones johnson brown davis miller moore taylor thomas white harris clark lewis robinson walker young allen king wright
bailey buster buddy bandit bear blackie boomer brandy brutus buffy chester chico chloe cocoa coco cooper daisy dexter diesel duke elvis
fluffy ginger gizmo gracie harley hercules holly jasper jessie kobe lady lady lucky lucy maddie maggie max midnight milo misty mitzi
molly muffin murphy nemo oreo oscar patches peaches peanut pepper precious prince princess rascal riley rocky romeo rosie roxy rusty
sadie samson sasha sassy scooter scout shadow sheba simba smokey smokie snickers socks sophie sparky spike spot stella tank teddy
tigger tinkerbell toby trixie tucker whiskers winnie winniethepooh ziggy zoey
london londres england english scotland scottish ireland irish wales welsh britain british greatbritain paris france french germany
german deutschland berlin munich hamburg spain espana spanish madrid valencia sevilla italy italia italian venice venezia florence
portugal lisbon lisboa greece greek athens turkey istanbul ankara russia russian moscow moskva ukraine poland polska warsaw warszawa
sweden sverige stockholm norway norge denmark danmark copenhagen finland suomi helsinki holland nederland amsterdam rotterdam belgium
brussels switzerland schweiz zurich austria vienna hungary budapest romania bucuresti bulgaria sofia serbia belgrade croatia zagreb
america american usa newyork newyorkcity manhattan brooklyn boston chicago detroit dallas houston texas austin denver colorado seattle
portland california losangeles hollywood sandiego sanfrancisco lasvegas vegas phoenix arizona florida miami orlando tampa atlanta georgia
virginia washington philadelphia pittsburgh cleveland ohio michigan minnesota wisconsin tennessee nashville memphis kentucky louisiana
neworleans alabama carolina hawaii alaska canada canadian toronto montreal quebec vancouver mexico mexicano guadalajara monterrey
colombia bogota venezuela caracas peru lima chile santiago argentina buenosaires brasil brazil saopaulo riodejaneiro cuba jamaica
puertorico dominicana africa southafrica nigeria lagos kenya nairobi egypt cairo morocco algeria tunisia ghana asia china chinese
beijing shanghai hongkong taiwan japan japanese tokyo osaka korea korean seoul thailand bangkok vietnam hanoi philippines manila
indonesia jakarta malaysia singapore india indian mumbai delhi bangalore chennai pakistan karachi lahore bangladesh dhaka srilanka nepal
australia sydney melbourne brisbane perth newzealand auckland wellington birmingham sheffield nottingham bristol glasgow edinburgh
cardiff belfast dublin cambridge oxford brighton yorkshire lancashire essex kent cornwall devon
black blackblack white red green blue bluesky yellow orange purple violet pink pinky silver silverado gold golden goldie bronze diamond
diamonds ruby emerald sapphire crystal pearl pearls platinum titanium chrome rainbow redred greengreen blueblue darkblue skyblue
blueeyes browneyes blonde brunette redhead
power powerful powers strong strength strongest warrior warriors soldier soldiers army military marine marines navy airforce police
policeman firefighter fireman fire firefly firebird fireball inferno flame flames hotstuff hotness hottie sexy sexyboy sexygirl sexylady
sexylove sexybeast hot hotdog cool coolest cooldude coolguy coolman coolio awesome amazing fantastic wonderful beautiful beauty gorgeous
pretty prettygirl handsome perfect perfection special excellent excalibur extreme xtreme ultimate infinity infinite eternal eternity
immortal legend legendary hero heroes superhero superstar superfly king kingdom kings kingking queenbee royal royalty emperor empire
imperial knight knights castle crusader conquer conqueror destroyer killer killers killerbee assassin sniper hunter hunters ranger
trooper commander general colonel sergeant lieutenant private corporal major captain pilot airplane airbus boeing helicopter rocket
apollo discovery challenger voyager explorer traveler travel adventure freedom liberty justice peace peaceful peacelove loveandpeace
happy happyday happydays happyface happiness happygirl happylife smile smiles smiley smiling laugh laughing laughter joyful funny
funnyface fun funtime crazy crazygirl crazyboy crazylove craziness insane lunatic psycho maniac madness mad badboy badgirl badass
bitch bastard bullshit asshole fuck fucker fuckyou fuckoff fuckme fuckthis shit shithead pussy playgirl viagra
student students teacher teachers school schoolgirl highschool college university academy classroom library history science scientist
mathematics algebra geometry physics chemistry biology english spanish geography doctor doctors nurse nurses nursing dentist medical
hospital pharmacy lawyer attorney judge engineer engineering mechanic electric electrician carpenter plumber builder driver trucker
farmer farming gardener painter painting artist artistic design designer graphics photo photos photographer camera picture pictures
writer reader reading books bookworm magazine newspaper journal actor actress director producer movies cinema theater theatre
kitchen bathroom bedroom window windows door table chair house home homes homework mycomputer mylife mydog mycat mybaby myspace
money moneyman moneymaker cash dollar dollars million millions millionaire billionaire rich richie gold bank banker banking bitcoin
crypto ethereum dogecoin blockchain wallet lottery jackpot casino poker blackjack roulette bingo winner
friendster orkut badoo tagged zxcv lkjhgf poiuytr mnbvcxz poiuytrewq qwaszx zaq azsxdc trewq trustno trustnoone trustme bluesky
whocares imcool imthebest iamthebest iamgod imsexy imhot imawesome imperfect justdoit justme onlyme onlyyou oneandonly
number numberone nokia nextel verizon vodafone tmobile orangefr telefonica telecom motox trfnhbyf gfhjkm ghbdtn qweqwe asdasd zxczxc
qweasd qweasdzxc asdqwe poipoi lol lollol lmao rofl haha hahaha hahahaha hehe hihi blabla blahblah blah yada tralala lalala lala nana
banane chouchou loulou nounou doudoune coucou bonjour salut soleil bisous camille nicolas julien thomas antoine maxime alexandre
mathieu guillaume laurent isabelle nathalie sebastien francois philippe olivier vincent pierre marine celine mathilde pauline manon
passwd pword pswd psswrd drowssap nimda ytrewq administratorpassword superpassword superadmin superpass mastermaster
masterpassword rootpass rootpassword testtesttest guestguest useruser oracle mysql postgres postgresql mongodb redis apache tomcat nginx
jenkins docker ansible vagrant raspberrypi ubuntu debian fedora redhat linux unix solaris cisco juniper netgear linksys dlink tplink
router modem firewall symantec norton kaspersky mcafee adobe photoshop autocad oracleadmin sapadmin citrix vmware azure openstack github
gitlab chatgpt openai`;

/** Strings that are typed as they are. */
const STRINGS = `
123456789a 123456a 123456q 1234567a 12345678a 123456789q 123456789z 12345qwert 1234qwer 123qwe123 123qwe 123qweasd 123qweasdzxc 123abc
123abc123 123321q 123456aa 123456ab 123456abc 123456qwerty 12345abc 1a2b3c4d 1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qaz@wsx 1qaz!qaz 2wsx3edc 3edc4rfv q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qwe123qwe qwerty123456 qwer1234 qwer4321
qwert123 qwert12345 qaz123 qaz123wsx qazwsx123 zaq12wsx zaq1zaq1 zaq1xsw2 zxc123 zxcv1234 zxcvbn123 asd123 asd123asd asdf1234 asdfgh123
a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaa111 aaa123 abc123 abc1234 abc12345 abc123456
abc123abc abcd1234 abcd12345 abcde123 abcdef123 abc123def qq123456 qq123456789 q123456 q12345678 w123456 z123456 zz123456 s123456
x123456 xx123456 p@ssw0rd p@ssword pa55word pa55w0rd pa$$word pa$$w0rd passw0rd p455w0rd adm1n adm1n123 r00tr00t l3tm31n w3lc0me qw3rty
1234abcd 123asd 123asd123 147258369 147258 159357 1593572468 159951 159753 258456 258369 321654987 321654 369258147 456123 456789123
741852963 741852 753951 789456123 789456 789654123 852456 951753 963852741 987456321 963852 1029384756 10203040 102030 100200300 0987654321
0123456789 01234567 1122334455 11223344 123454321 1234554321 12344321 123123123 123123 123412341234 12341234 121212121 13131313 131313
1357924680 13579 135792468 2468013579 24680 246810 246824 2580258025802580 25802580 31415926 314159265 3141592653 27182818 112358 11235813
1123581321 12131415 123698745 123789456 1236987 1478963 147896325 147896321 14789632 1472583690 159632478 1597530 1598753 15935728
777888999 111222333 111222 222333444 333666999 222444666 135135135 123654789 123654 1234561 12345671 12345678910 1234567891 123456789123
12345678901 123456123456 123456654321 123789 12301230 12345600 00123456 100000000 1000000000 1111111q 111111a 11111111a 55555a 666666a
666999 696969 69696969 420420 42042042 007007 007007007 00700700 911911 911911911 19691969 19701970 19801980 19841984 19851985 19861986
19871987 19881988 19891989 19901990 19911991 19921992 20002000 20012001 20102010 20202020 20212021 20222022 20232023 20242024 20252025
20262026 trustno1 ncc1701 ncc1701d ncc1701e thx1138 r2d2c3po c3por2d2 4runner 49ers 76ers s3cr3t s3cur1ty 0penses4me bond007 agent007
jamesbond007 007bond james007 blink182 sum41 50cent 2pac3 u2u2u2u2 area51 route66 apollo11 apollo13 terminator2 windows95 windows98
windows10 windows11 windowsxp office365 playstation2 playstation4 xbox360 iphone4s iphone11 counter16 css1234 fifa2024 nba2k24 gta5
gtasanandreas gtavicecity vicecity sanandreas need4speed nfs2012 k1ngkong b4tman sup3rman l0vely l0v3ly iloveyou2 iloveyou3 iluvu2 ily143
ily1234 143143143 14314314 1432143 520520 5201314 5201314520 1314520 woaini1314 woaini520 woaini woaini123 woaini1314520 aini1314 13145200
7758521 7758258 88888888a 888888a 168168 168168168 518518 918918918 nihao123 caonima zxcvbnm123 qwertyuiop123 asdfghjkl123 mnbvcxz123
undefined nullnull nanana123 hi5hi5 justice4all google123 p4ssword`;

const unique = (list: string) => new Set(list.split(/\s+/).filter(Boolean));

/** Words that are common passwords with or without digits and signs around them. */
export const COMMON_WORDS: ReadonlySet<string> = unique(WORDS);
/** Strings that are common passwords as they are. */
export const COMMON_STRINGS: ReadonlySet<string> = unique(STRINGS);
